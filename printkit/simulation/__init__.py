"""Simulations: many random legal games, their statistics, and a page of charts about them."""
