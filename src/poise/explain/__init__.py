"""Explanations: why a task could not be met, found by asking again without each suspect."""

from poise.explain.explanation import Combination, Culprit, Explanation, Finding, Relaxation

__all__ = ["Combination", "Culprit", "Explanation", "Finding", "Relaxation"]
