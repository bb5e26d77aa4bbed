"""Figures and poses made from others: held at another segment, mirrored, cut out."""
