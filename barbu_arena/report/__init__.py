"""Standings, doubling and records as text, Markdown, CSV and JSON."""
