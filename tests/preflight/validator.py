"""Validate PDF/UA-1 with `page-validation`, which shares no code with printkit."""

from __future__ import annotations

import page


def ua1_failures(data: bytes) -> list[str]:
    """Every rule of PDF/UA-1 that a file breaks."""
    report = page.validate_pdf_bytes(data, profile=page.ValidationProfile.PDF_UA_1)
    return [f"{failure.rule_id}: {failure.message}" for failure in report.failures]
