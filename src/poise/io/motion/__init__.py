"""Motions in Poise's own format."""
