"""How others decide whether B is slower than A, in the standard library alone.

Each rule takes what it would have: the values of one launch on each side, or one number of each of ten.
"""
import math
import random
import statistics


def quantile(values, level):
    """The sample quantile between neighbours (Hyndman, Fan 1996, type 7)."""
    ordered = sorted(values)
    place = level * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def thresholds(a, b, limit=0.05):
    """package-benchmark's relative thresholds: any of p25, p50 and p75 more than 5 % above."""
    return any(quantile(b, level) > (1 + limit) * quantile(a, level) for level in (0.25, 0.5, 0.75))


def mean_and_variance(values):
    """Both in one go: the bootstrap calls it a hundred thousand times, and `statistics` reckons in fractions."""
    mean = sum(values) / len(values)
    return mean, sum((value - mean) ** 2 for value in values) / (len(values) - 1)


def welch(a, b):
    """The t statistic of two samples with variances of their own."""
    (mean_a, variance_a), (mean_b, variance_b) = mean_and_variance(a), mean_and_variance(b)
    spread = variance_a / len(a) + variance_b / len(b)
    difference = mean_a - mean_b
    if spread == 0:
        return 0.0 if difference == 0 else math.copysign(math.inf, difference)
    return difference / math.sqrt(spread)


def bootstrap_p(a, b, chance, resamples=1000):
    """criterion.rs's p: the statistic among those of resamples of both samples thrown together."""
    pool = list(a) + list(b)
    seen = welch(a, b)
    below = 0
    for _ in range(resamples):
        drawn = chance.choices(pool, k=len(pool))
        below += welch(drawn[:len(a)], drawn[len(a):]) < seen
    return 2 * min(below, resamples - below) / resamples


def bootstrap_change(a, b, chance, resamples=1000, level=0.95):
    """The percentile interval of mean(b) / mean(a) - 1 over resamples of each."""
    changes = sorted(
        sum(chance.choices(b, k=len(b))) / len(b)
        / (sum(chance.choices(a, k=len(a))) / len(a)) - 1 for _ in range(resamples))
    return quantile(changes, (1 - level) / 2), quantile(changes, (1 + level) / 2)


def criterion(a, b, chance, resamples=1000, significance=0.05, noise=0.01):
    """criterion.rs: p below .05, and the whole interval of the change above 1 %."""
    # Welch's statistic of criterion is mean(new) - mean(old); its sign makes no difference to p.
    low, _ = bootstrap_change(a, b, chance, resamples)
    # The dearer question only where the other leaves it open.
    return low > noise and bootstrap_p(a, b, chance, resamples) < significance


def mann_whitney(a, b):
    """U of `b` (how often one of b is above one of a, ties half) and its two-sided p.

    Exact where nothing is tied (Mann, Whitney 1947), else the normal approximation with the correction
    for ties and for continuity.
    """
    u = sum((y > x) + (y == x) / 2 for x in a for y in b)
    n, m = len(a), len(b)
    counts = [list(a + b).count(value) for value in set(a + b)]
    if max(counts) == 1:
        ways = u_ways(n, m)
        smaller = int(min(u, n * m - u))
        return u, min(1.0, 2 * sum(ways[:smaller + 1]) / sum(ways))
    total = n + m
    ties = sum(count**3 - count for count in counts)
    variance = n * m / 12 * (total + 1 - ties / (total * (total - 1)))
    if variance == 0:
        return u, 1.0
    z = (abs(u - n * m / 2) - 0.5) / math.sqrt(variance)
    return u, min(1.0, math.erfc(max(0.0, z) / math.sqrt(2)))


_ways = {}


def u_ways(n, m):
    """In how many orders of n and m values U is 0, 1, …, n m: the Gaussian binomial's coefficients."""
    if (n, m) not in _ways:
        # The product over i of (1 - q^(m + i)) / (1 - q^i).
        ways = [1] + [0] * (n * m)
        for i in range(1, n + 1):
            for place in range(n * m, m + i - 1, -1):
                ways[place] -= ways[place - m - i]
            for place in range(i, n * m + 1):
                ways[place] += ways[place - i]
        _ways[n, m] = ways
    return _ways[n, m]


def ten_processes(a, b, significance=0.05):
    """Mann-Whitney over a number a process: p below .05, and the candidate's median is worse."""
    _, p = mann_whitney(a, b)
    return p < significance and statistics.median(b) > statistics.median(a)


def self_test():
    """Known values; an assertion says which does not hold."""
    assert quantile([1, 2, 3, 4], 0.5) == 2.5 and quantile([1, 2, 3, 4], 0.25) == 1.75
    assert thresholds([100] * 4, [106] * 4) and not thresholds([100] * 4, [105] * 4)
    assert thresholds([1, 1, 1, 1], [1, 1, 1, 1.3]), "p75 alone is enough"
    # The variances are 1 and 1, so t = -1 / sqrt(2 / 3).
    assert abs(welch([1, 2, 3], [2, 3, 4]) + math.sqrt(1.5)) < 1e-12
    assert u_ways(2, 2) == [1, 1, 2, 1, 1] and sum(u_ways(10, 10)) == math.comb(20, 10)
    # The tables of Mann and Whitney: at n = m = 10 a U of 23 is below .05, one of 24 is not.
    ways = u_ways(10, 10)
    assert 2 * sum(ways[:24]) / sum(ways) < 0.05 < 2 * sum(ways[:25]) / sum(ways)
    assert mann_whitney([1, 2, 3], [4, 5, 6]) == (9.0, 0.1)
    u, p = mann_whitney([1, 2, 2, 3], [2, 3, 4, 5])
    # By hand: mean 8, ties 24 + 6, variance 16 / 12 * (9 - 30 / 56) = 11.2857, z = (5.5 - 0.5) / 3.3594.
    assert u == 13.5 and abs(p - math.erfc(5 / math.sqrt(11.285714) / math.sqrt(2))) < 1e-6
    assert mann_whitney([5, 5], [5, 5]) == (2.0, 1.0)
    assert ten_processes(list(range(10)), list(range(10, 20)))
    assert not ten_processes(list(range(10, 20)), list(range(10))), "faster is no alarm"
    chance = random.Random(1)
    alarms = 0
    for _ in range(200):
        a, b = ([chance.gauss(100, 3) for _ in range(12)] for _ in range(2))
        alarms += criterion(a, b, chance, resamples=200)
    # p < .05 of independent samples, one side of it, narrowed by the interval: 2.5 % at most or so.
    assert alarms <= 12, f"{alarms} of 200 without a change"
    a = [chance.gauss(100, 1) for _ in range(12)]
    assert criterion(a, [value * 1.1 for value in a], chance) and not criterion(a, a, chance)
    low, high = bootstrap_change(a, [value * 1.1 for value in a], chance)
    assert low < 0.1 < high and high - low < 0.05
