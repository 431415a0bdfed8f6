"""Which case is slowed by what, how much of it to begin with, and the wrappers that ask for it."""
from recorded import CASES

# The mechanism of each case beside `ops`, which every case has, with the units an operation that were about 10 % on a two-vCPU
# x86-64 machine: where the search begins.
MECHANISMS = dict(zip(CASES, [
    ("allocation", 0.15), ("pause", 0.08), ("pause", 0.2), ("pause", 0.6), ("wake", 0.06), ("allocation", 1.5),
    ("allocation", 1.7), ("wake", 8.0), ("wake", 3.0), ("pause", 80.0), ("allocation", 15.0), ("wake", 2.0)]))

AMOUNT_MOST = 1e5


def next_amount(tries, size):
    """The amount for an effect of `size` %, from what earlier ones gave: (amount, effect in %).

    A line through the two tries nearest to the size where they tell an upward slope; else in
    proportion to the nearest one; sixteenfold at most either way.
    """
    near = sorted(tries, key=lambda one: abs(one[1] - size))
    amount, effect = near[0]
    for other_amount, other_effect in near[1:]:
        if other_amount != amount:
            slope = (other_effect - effect) / (other_amount - amount)
            if slope > 0:
                wanted = amount + (size - effect) / slope
                return min(max(wanted, amount / 16), amount * 16)
            break
    if effect <= 0:
        return amount * 4
    return amount * min(max(size / effect, 1 / 16), 16)


def wrappers(folder, tool, amounts):
    """Two scripts that start one executable, one with its slowdowns off: same length in all.

    The stacks of both sides begin at the same place, so only the slowdown tells them apart.
    """
    asked = ";".join(f"{case}={mechanism}:{amount:.6g}" for (case, mechanism, _), amount in amounts.items())
    for side, switch in (("a", "-"), ("b", "+")):
        path = folder / side / "bench"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\nSYNCBENCH_SLOWDOWN='{switch}{asked}' exec '{tool.resolve()}' \"$@\"\n")
        path.chmod(0o755)
        yield path
