"""The tables of docs/background/gate-validation.md, in Markdown, from the results."""
import math
import statistics

from recorded import VERDICTS, alarm_bound

RULES = {
    "percentiles": "5 % on p25, p50, p75 of one process",
    "bootstrap": "p < .05 and interval beyond 1 %, one process",
    "mann-whitney-sequential": "Mann-Whitney, 10 processes, A then B",
    "mann-whitney-interleaved": "the same, interleaved",
}


def table(head, body):
    lines = [head, ["---"] * len(head), *body]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def share(count, of, digits=1):
    """A percentage; nothing where there is nothing to take it of."""
    return f"{100 * count / of:.{digits}f} %" if of else ""


def total(rows, column):
    return sum(float(row[column]) for row in rows)


def suites(rows):
    """A against A, a line a condition."""
    body = []
    for name in dict.fromkeys(row["condition"] for row in rows):
        own = [row for row in rows if row["condition"] == name]
        failed = sum(int(row["fail"]) > 0 for row in own)
        cases = sum(total(own, verdict) for verdict in VERDICTS)
        alarmed = sum(any(word in ("fail", "improved") for word in row["sham"].split())
                      for row in own)
        body.append([
            name, len(own), failed, f"{100 * alarm_bound(failed, len(own)):.2f} %",
            *(share(total(own, verdict), cases) for verdict in ("pass", "inconclusive", "improved")),
            int(total(own, "invalid") + total(own, "error")), alarmed,
            f"{total(own, 'pairs') / len(own):.0f}", f"{total(own, 'seconds') / len(own):.1f}"])
    return table(["condition", "suites", "with a FAIL", "at most (95 %)", "cases PASS",
                  "INCONCLUSIVE", "IMPROVED", "no value", "shams told apart", "pairs a suite",
                  "s a suite"], body)


# Rates are of blocks that begin at every eighth pair, for each part of a record counts alike in them; how
# sure they are, the blocks tell that share no pair. One trial after the other serves for what a trial takes.
RATES, INDEPENDENT, COSTS = "circular", "disjoint", "end-to-end"


def of_scheme(rows, scheme):
    """The rows of one way to cut trials, by condition: those that have any."""
    return {(row["case"], row["mechanism"], int(row["size"])): row for row in rows
            if row["scheme"] == scheme and int(row["trials"]) > 0}


def power(rows):
    """What was found of each slowdown."""
    rates, independent, costs = (of_scheme(rows, scheme) for scheme in (RATES, INDEPENDENT, COSTS))
    body = []
    for key in sorted(rates, key=lambda key: (key[1] != "ops", key[0], key[2])):
        row, apart, cost = rates[key], independent.get(key), costs.get(key)
        body.append([
            f"`{row['case']}`", row["mechanism"], f"{row['size']} %", row["true_ratio"], row["trials"],
            *(share(int(row[verdict]), int(row["trials"]))
              for verdict in ("found", "inconclusive", "passed")),
            *(f"{apart[verdict]} of {apart['trials']}" if apart else ""
              for verdict in ("found", "passed")),
            *((cost["median_pairs"], cost["mean_seconds"]) if cost else ("", ""))])
    return table(["case", "by", "meant", "ratio measured", "blocks", "FAIL", "INCONCLUSIVE", "PASS",
                  "FAIL (apart)", "PASS (apart)", "pairs (median)", "s (mean)"], body)


def power_summary(rows):
    """The target's two sentences: for op counts and for mechanisms."""
    lines = []
    independent = of_scheme(rows, INDEPENDENT)
    for kind, is_own in (("op count", lambda row: row["mechanism"] == "ops"),
                         ("mechanism", lambda row: row["mechanism"] != "ops")):
        own = [row for row in of_scheme(rows, RATES).values() if is_own(row)]
        for size in (10, 20):
            sized = [row for row in own if int(row["size"]) == size]
            if not sized:
                continue
            found = [int(row["found"]) / int(row["trials"]) for row in sized]
            passed = [(int(row["passed"]) / int(row["trials"]), row) for row in sized]
            most, worst = max(passed, key=lambda pair: pair[0])
            apart = [row for row in independent.values() if is_own(row) and int(row["size"]) == size]
            lines.append(
                f"- {size} % by {kind}: found in 95 % of the blocks or more in "
                f"{sum(one >= 0.95 for one in found)} of {len(sized)} conditions (least: "
                f"{100 * min(found):.1f} %); passed in {100 * most:.1f} % at most"
                + (f" (`{worst['case']}`, whose measured ratio is {worst['true_ratio']})"
                   if most > 0 else "")
                + f". Of {total(apart, 'trials'):.0f} blocks that share no pair, "
                f"{total(apart, 'found'):.0f} were found and {total(apart, 'passed'):.0f} passed.")
    return "\n".join(lines)


def gate_false(aa):
    """The gate's own line among the rules, of the suites where nothing else ran."""
    own = [row for row in aa if row["condition"] == "idle"]
    if not own:
        return None
    cases = len(own) * sum(int(own[0][verdict]) for verdict in VERDICTS)
    failed = sum(int(row["fail"]) > 0 for row in own)
    return cases, int(total(own, "fail")), failed, len(own)


def rivals(rows, suite_cases, aa=(), power_rows=()):
    """The rules side by side: alarms for nothing, and their costs; then what each finds."""
    parts = []
    for condition in dict.fromkeys(row["condition"] for row in rows if row["kind"] == "aa"):
        own = [row for row in rows if row["kind"] == "aa" and row["condition"] == condition]
        body = [false_alarms(rule, own, suite_cases) for rule in RULES]
        gate = gate_false(aa) if condition == "idle" else None
        if gate:
            cases, failed_cases, failed, count = gate
            body.append(["the gate", cases, share(failed_cases, cases), count, share(failed, count),
                         "", *gate_costs(aa)])
        parts.append(f"A against A, {condition}:\n\n" + table(
            ["rule", "trials of a case", "alarms", "trials of a suite", "alarms",
             f"of {suite_cases} cases, if independent", "launches a case", "s a case"], body)
            + gaps(own))
    found = [row for row in rows if row["kind"] == "power"]
    if found:
        parts.append(found_by_rule(found, power_rows))
    return "\n\n".join(parts)


def gaps(rows):
    """What lies between the A's and the B's of the rule that measures them one after the other."""
    minutes = sorted(float(row["gap_minutes"]) for row in rows if row.get("gap_minutes"))
    if not minutes:
        return ""
    return ("\n\nWith \"A then B\", the middles of the two halves are "
            f"{minutes[0]:.1f} to {minutes[-1]:.1f} minutes apart (median {statistics.median(minutes):.1f}).")


def false_alarms(rule, rows, suite_cases):
    cases = [row for row in rows if row["rule"] == rule and row["case"] != "*"]
    whole = [row for row in rows if row["rule"] == rule and row["case"] == "*"]
    trials, alarms = total(cases, "trials"), total(cases, "alarms")
    together = share(total(whole, "alarms"), total(whole, "trials"))
    # The cases alarm at rates of their own: the larger suite has them in the same proportions.
    quiet = [1 - float(row["alarms"]) / float(row["trials"]) for row in cases
             if int(row["trials"]) > 0]
    larger = (f"{100 * (1 - math.prod(quiet) ** (suite_cases / len(quiet))):.1f} %"
              if quiet else "")
    return [RULES[rule], int(trials), share(alarms, trials), int(total(whole, "trials")), together,
            larger, cases[0]["launches"] if cases else "", cases[0]["seconds"] if cases else ""]


def gate_costs(aa):
    """Launches and seconds a case, the sham's among them."""
    own = [row for row in aa if row["condition"] == "idle"]
    cases = len(own) * sum(int(own[0][verdict]) for verdict in VERDICTS)
    return [f"{2 * total(own, 'pairs') / cases:.0f}", f"{total(own, 'seconds') / cases:.2f}"]


def found_by_rule(rows, power_rows):
    """The range over conditions of what each rule finds, by size."""
    sizes = sorted({int(row["size"]) for row in rows})
    body = []
    for rule in RULES:
        line = [RULES[rule]]
        for size in sizes:
            line.append(spread([(int(row["alarms"]), int(row["trials"])) for row in rows
                                if row["rule"] == rule and int(row["size"]) == size]))
        body.append(line)
    own = of_scheme(power_rows, RATES).values()
    if own:
        body.append(["the gate"] + [
            spread([(int(row["found"]), int(row["trials"])) for row in own
                    if int(row["size"]) == size]) for size in sizes])
        apart = of_scheme(power_rows, INDEPENDENT).values()
        body.append(["the gate, blocks that share no pair (sum)"] + [
            f"{total(sized, 'found'):.0f} of {total(sized, 'trials'):.0f}" for sized in
            ([row for row in apart if int(row["size"]) == size] for size in sizes)])
    return "Slowdowns found, least to most over the conditions (median):\n\n" + table(
        ["rule", *(f"{size} %" for size in sizes)], body) + gaps(rows)


def spread(counts):
    """`least to most (median)` of shares."""
    shares = sorted(100 * count / of for count, of in counts if of)
    if not shares:
        return ""
    middle = (shares[(len(shares) - 1) // 2] + shares[len(shares) // 2]) / 2
    return f"{shares[0]:.0f} to {shares[-1]:.0f} % ({middle:.0f} %)"
