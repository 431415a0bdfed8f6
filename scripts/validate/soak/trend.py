"""The rule of the soak test: when a series of figures of like commands grows.

A series is what each command of a kind took, in the order in which they ran. It grows where both hold:

- Mann and Kendall's test finds a rising trend at a level of 0.01, shared by all series of the campaign (Bonferroni);
- Theil and Sen's slope over the whole time is at least `SHARE` of the median, and at least the least step of the series.

The first alone would find rises that nobody could care for, the second alone would find noise. Sources: Mann 1945, Kendall
1975 (ties), Sen 1968.
"""

import math
import random
import statistics

LEVEL = 0.01
SHARE = 0.05
# Of longer series as many values are taken, evenly: pairs grow with the square.
MOST_VALUES = 1500
FEWEST_VALUES = 10


def kendall_p(values):
    """How probable as strong a rise is by chance: one-sided, with the correction for ties."""
    count = len(values)
    score = sum((later > earlier) - (later < earlier)
                for place, earlier in enumerate(values) for later in values[place + 1:])
    ties = {}
    for value in values:
        ties[value] = ties.get(value, 0) + 1
    variance = (count * (count - 1) * (2 * count + 5)
                - sum(size * (size - 1) * (2 * size + 5) for size in ties.values())) / 18
    if variance <= 0 or score <= 0:
        return 1.0
    return 0.5 * math.erfc((score - 1) / math.sqrt(variance) / math.sqrt(2))


def sen_slope(times, values):
    """The median of the slopes between all pairs."""
    slopes = [(values[later] - values[earlier]) / (times[later] - times[earlier])
              for earlier in range(len(values)) for later in range(earlier + 1, len(values))
              if times[later] > times[earlier]]
    return statistics.median(slopes) if slopes else 0.0


class Trend:
    """What the rule says of a series."""

    def __init__(self, times, values, least, series):
        step = max(1, math.ceil(len(values) / MOST_VALUES))
        times, values = times[::step], values[::step]
        third = max(1, len(values) // 3)
        self.count = len(values)
        self.first = statistics.median(values[:third])
        self.last = statistics.median(values[-third:])
        self.most = max(values)
        self.p = kendall_p(values)
        self.slope = sen_slope(times, values)
        rise = self.slope * (times[-1] - times[0])
        self.is_judged = self.count >= FEWEST_VALUES
        self.grows = (self.is_judged and self.p < LEVEL / series
                      and rise >= max(SHARE * statistics.median(values), least))


def check():
    """Holds the rule against series of which it is known whether they grow."""
    draw = random.Random(1)
    times = [float(place) for place in range(300)]
    flat = [50 + draw.gauss(0, 2) for _ in times]
    assert not Trend(times, flat, 1, 100).grows, "noise is taken for growth"
    assert not Trend(times, [50.0] * 300, 1, 100).grows, "a constant is taken for growth"
    leak = [value + 0.02 * time for value, time in zip(flat, times)]
    assert Trend(times, leak, 1, 100).grows, "a leak of 12 % is missed"
    steps = [7 + place // 100 for place in range(300)]
    assert Trend(times, steps, 1, 100).grows, "a descriptor kept now and then is missed"
    small = [50 + 0.001 * time for time in times]
    assert not Trend(times, small, 1, 100).grows, "0.3 MB are taken for growth"
    assert not Trend(times, list(reversed(leak)), 1, 100).grows, "a fall is taken for growth"
    assert not Trend(times[:9], steps[:9], 1, 100).is_judged, "nine values are judged"
