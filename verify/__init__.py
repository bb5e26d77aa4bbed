"""An outside check of Poise: random questions whose answers others know, or that can be judged without knowing them.

    python -m verify [--only NAME] [--seed N] [--size 1] [--short] [--long]

It asks only the public API and judges with what others wrote (mujoco, scipy's HiGHS, SLSQP and NNLS) or by trying out,
never with code of Poise. A check is a module of `verify.checks`: to add one, add a file. See `verify.tally`.
"""
