"""The parameters of the module known_pmu: the truth that every figure is compared with."""

# Events in a millisecond, in the order of the module's parameter `rates`.
RATES = {
    "cycles": 2_000_000, "instructions": 4_000_000, "cache-references": 300_000, "cache-misses": 20_000,
    "branches": 700_000, "branch-misses": 20_833, "bus-cycles": 100_000, "stalled-cycles-frontend": 150_000,
    "stalled-cycles-backend": 250_000, "ref-cycles": 2_100_000, "INST_RETIRED:ANY_P": 3_000_000, "BR_INST_RETIRED": 600_000,
}
NAMES = list(RATES)
# The share of its full count that an event has if it is limited to user mode.
USER = 0.5
# The codes of the two events that have no PERF_COUNT_HW_… number.
CODES = {"INST_RETIRED:ANY_P": 0xC0, "BR_INST_RETIRED": 0xC4}
# A request for n events takes the first n of these: the default ones, then those that a user would add.
ORDER = ["cycles", "instructions", "cache-misses", "branch-misses", "branches", "ref-cycles", "cache-references",
         "INST_RETIRED:ANY_P", "BR_INST_RETIRED", "bus-cycles", "stalled-cycles-frontend", "stalled-cycles-backend"]


def plain(name):
    """The name in RATES of the event that a row of counters.csv calls `name`."""
    base = name.removeprefix("known/").removesuffix("/").removesuffix(":u")
    # The module's second PMU, `known`, whose events need no counter, has shorter names for two events.
    return {"misses": "cache-misses", "references": "cache-references"}.get(base, base)


def truth(name):
    """How many times the event `name` occurs in a ns."""
    rate = RATES[plain(name)] / 1e6
    return rate * USER if name.endswith(":u") or name.endswith("/u") else rate
