"""The mechanism that, besides `ops`, slows each case, the first amount to try, and the wrappers that ask for a slowdown."""
from recorded import CASES

# Each case is slowed by `ops` (it does more operations than it reports) and by one mechanism of Tools/SlowedBench, which this table
# names: `pause`, `wake` or `allocation`. The number is the amount at which the search begins: with this mean number of pauses, wake-ups
# or allocations in an operation, the case was slower by about 10 % on a two-vCPU x86-64 machine.
MECHANISMS = dict(zip(CASES, [
    ("allocation", 0.15), ("pause", 0.08), ("pause", 0.2), ("pause", 0.6), ("wake", 0.06), ("allocation", 1.5),
    ("allocation", 1.7), ("wake", 8.0), ("wake", 3.0), ("pause", 80.0), ("allocation", 15.0), ("wake", 2.0)]))

AMOUNT_MOST = 1e5


def next_amount(tries, size):
    """The amount for an effect of `size` %, from the earlier tries, each of which is an amount and its effect in %.

    The amount is on the line through the two tries whose effects are nearest to the size. If there is no such line, or if it does
    not rise, the amount follows from the nearest try: in proportion, or fourfold if that try slowed nothing. The amount is at most
    sixteen times the nearest try's amount, and at least a sixteenth of it.
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
    """Two scripts that start one executable, one of them with its slowdowns off.

    The scripts' paths have the same length, and so have the environment variables that the scripts set. The stacks of both processes
    thus begin at the same address, so the processes differ only by the slowdown.
    """
    asked = ";".join(f"{case}={mechanism}:{amount:.6g}" for (case, mechanism, _), amount in amounts.items())
    for side, switch in (("a", "-"), ("b", "+")):
        path = folder / side / "bench"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\nSYNCBENCH_SLOWDOWN='{switch}{asked}' exec '{tool.resolve()}' \"$@\"\n")
        path.chmod(0o755)
        yield path
