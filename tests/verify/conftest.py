"""The outside check is a package beside the tests: make it importable."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
