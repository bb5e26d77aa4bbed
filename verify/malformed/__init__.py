"""What `verify/checks/malformed_calls.py` is made of: entries, arguments as they should be, junk, and the verdict."""
