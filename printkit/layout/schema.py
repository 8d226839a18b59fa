def layout_schema(): return {}
