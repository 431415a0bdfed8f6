"""How far two figures of one case agree: no files, no machine.

Two figures of the same thing, each with a 95 % interval, are a pair. It lies outside its combined interval when

    |ln a - ln b| > sqrt(ha^2 + hb^2)

with h the half width of each interval on the log scale: the larger of its two sides. Where each interval is what it
says, and nothing moved between the two figures, about 5 % of the pairs lie outside; fewer where intervals are lopsided.
"""
import math
from collections import Counter
from typing import NamedTuple, Optional


class Figure(NamedTuple):
    """A case's value in one run, in the metric's unit; `status` says why it has none."""

    case: str
    metric: str
    status: str
    value: Optional[float]
    low: Optional[float]
    high: Optional[float]
    invocations: Optional[int]

    @property
    def can_pair(self):
        return self.status == "valid" and None not in (self.value, self.low, self.high)

    @property
    def left_out_for(self):
        """Why the figure makes no pair."""
        return self.status if self.status != "valid" else "no interval"


class Pair(NamedTuple):
    """Two figures of a case, how far they are apart, and how far their intervals let them be."""

    a: Figure
    b: Figure
    difference: float
    allowed: float
    # The larger over the smaller; None where one of them is not above zero.
    ratio: Optional[float]

    @property
    def is_outside(self):
        return self.difference > self.allowed

    @property
    def severity(self):
        """1 lies at the edge of the combined interval."""
        if self.allowed > 0:
            return self.difference / self.allowed
        return math.inf if self.difference > 0 else 0.0


def pair_up(a, b):
    """The pair of two figures that each have an interval."""
    ends = (a.value, a.low, a.high, b.value, b.low, b.high)
    # A logarithm is asked of what is above zero alone; a lateness or a share may be zero.
    scale = math.log if min(ends) > 0 else float
    difference = abs(scale(a.value) - scale(b.value))
    allowed = math.hypot(half_width(a, scale), half_width(b, scale))
    return Pair(a, b, difference, allowed, math.exp(difference) if scale is math.log else None)


def half_width(figure, scale):
    """The larger side of an interval on a scale."""
    middle = scale(figure.value)
    return max(scale(figure.high) - middle, middle - scale(figure.low), 0.0)


def pairs_of(ones, others):
    """The pairs of two runs, both as a figure a case, and how many cases made none, by the reason."""
    pairs, left_out = [], Counter()
    for case, a in ones.items():
        b = others.get(case)
        if b is None or b.metric != a.metric:
            left_out["in one of them alone"] += 1
        elif a.can_pair and b.can_pair:
            pairs.append(pair_up(a, b))
        else:
            left_out[(b if a.can_pair else a).left_out_for] += 1
    left_out["in one of them alone"] += sum(case not in ones for case in others)
    return pairs, +left_out


def is_within(figure, share):
    """Whether an interval lies within a share of its value on either side."""
    return figure.can_pair and half_width(figure, float) <= share * abs(figure.value)


def percent(count, total):
    """A count as a share; none of nothing."""
    return f"{100 * count / total:.1f} %" if total else ""
