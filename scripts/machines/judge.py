"""Judges whether the output and the behaviour of syncbench on a machine agree with the machine's facts."""

import json
import re

from common import rows

# The least and the most seconds that `quick` may take by its own estimate.
QUICK = 20, 100
# The scenes of a machine whose file names none.
SCENES = ["doctor", "plans", "smoke"]


def cpus(text):
    """The CPUs of a list as the kernel writes it."""
    found = []
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def seconds(text):
    """The seconds of a time as the tool prints it: 50 s, 1 min 2 s, 3 h 20 min, 2 d 5 h."""
    units = {"s": 1, "min": 60, "h": 3600, "d": 86400}
    return sum(int(count) * units[unit] for count, unit in re.findall(r"(\d+) (s|min|h|d)\b", text))


def placed(case):
    """The CPUs of a planned case."""
    return [cpu for kind in case["placement"].values() for cpu in kind.get("cpus", [])]


class Judge:
    def __init__(self, machine, out):
        self.machine, self.out = machine, out
        self.problems, self.checks = [], 0
        self.row = {"machine": machine["name"], "about": machine["about"]}
        self.scenes = machine.get("scenes", SCENES)

    def check(self, holds, text):
        """Counts a check, and notes `text` as a problem if the check fails."""
        self.checks += 1
        if not holds:
            self.problems.append(text)
        return holds

    def text(self, name):
        path = self.out / name
        return path.read_text(errors="replace") if path.exists() else ""

    def see(self):
        self.check(self.text("ending").strip() == "done", "the machine did not come to its end")
        for scene in self.scenes if self.out.exists() else []:
            getattr(self, scene)()

    # Checks of what the tool says of the machine

    def doctor(self):
        said = self.text("doctor")
        machine = said.partition("What it can measure")[0]
        pairs = re.findall(r"^  (\S.*?)  +(\S.*)$", machine, re.M) + re.findall(r"^  (.{17}) (\S.*)$", machine, re.M)
        facts = {name.strip(): value for name, value in pairs}
        true = dict(self.machine.get("doctor", {}))
        for pattern in true.pop("says", []):
            self.check(re.search(pattern, said, re.M), f"doctor does not say '{pattern}'")
        for pattern in true.pop("silent", []):
            self.check(not re.search(pattern, said, re.M), f"doctor says '{pattern}'")
        for name, value in true.items():
            self.check(re.fullmatch(value, facts.get(name, "")), f"doctor: {name} is '{facts.get(name)}', not '{value}'")
        self.row |= {"cpus": facts.get("CPUs", ""), "cores": facts.get("cores", "").partition(",")[0]}
        self.row["nodes"] = len([node for node in facts.get("NUMA nodes", "").split(";") if ":" in node])

    # Checks of plans

    def plans(self):
        paths = sorted(self.out.glob("plan-*.json"))
        self.check(paths, "no profile has a plan")
        for path in paths:
            profile = path.stem.removeprefix("plan-")
            said = self.text(f"plan-{profile}.text")
            estimate = re.search(r"measuring ([\d,]+) cases? into \S+, about ([^,;\n]*)", said)
            if not self.check(estimate, f"{profile}: run says no estimate"):
                continue
            self.check(self.text(f"list-{profile}").strip() == f"{estimate[1]} cases", f"{profile}: list has other cases than the plan")
            took = seconds(estimate[2])
            self.row |= {f"{profile}_cases": int(estimate[1].replace(",", "")), f"{profile}_s": took}
            if profile == "quick":
                self.check(QUICK[0] <= took <= QUICK[1], f"quick takes {took} s by its own estimate")
            if took > 12 * 3600:
                self.check("--profile" in said or "--filter" in said, f"{profile} takes {took} s and offers nothing less")
            self.plan(profile, json.loads(path.read_text()))

    def plan(self, profile, run):
        topology = run["environment"]["topology"]
        allowed = set(cpus(run["environment"]["scheduling"]["allowed"])) & set(cpus(topology["online"]))
        core = {cpu: name for name, own in topology.get("core", {}).items() for cpu in cpus(own)}
        node = {cpu: name for name, own in topology.get("node", {}).items() for cpu in cpus(own)}
        cores = len({core.get(cpu, cpu) for cpu in allowed})
        for case in run["plan"]["cases"]:
            own = {key: int(value) for key, value in re.findall(r"([a-z-]+)=(\d+)", case["id"])}
            on = placed(case)
            here = f"{profile}: {case['id']}"
            self.check(set(on) <= allowed, f"{here} is placed on CPUs that it may not use: {on}")
            self.check(len(set(on)) == len(on), f"{here} has a CPU twice")
            for key in "width", "cpus":
                self.check(own.get(key, 1) <= len(allowed), f"{here} is wider than the machine")
            if "cpus" not in own:
                self.check(own.get("threads", 1) <= max(8, 4 * len(allowed)), f"{here} has absurdly many threads")
            if "stride" in own:
                self.check(own["stride"] <= own["iterations"], f"{here} has strides longer than its loop")
            if "width" in own and "iterations" in own:
                self.check(own["iterations"] >= own["width"], f"{here} has fewer indices than CPUs")
            # The suite `cores` measures pairs of CPUs, siblings too, and places each case on its pair.
            if case["id"].startswith("cores/"):
                self.check(on == [own["from"], own["to"]], f"{here} is placed on {on}")
                continue
            # A case gets one CPU of every core before it gets a core's second CPU, and the CPUs of a node follow each other.
            used = len({core.get(cpu, cpu) for cpu in on})
            self.check(used == min(len(on), cores), f"{here} has {len(on)} CPUs on {used} cores")
            if node and len(on) <= cores:
                spread = [node.get(cpu) for cpu in on]
                returns = sum(1 for one, other in zip(spread, spread[1:]) if one != other) + 1 - len(set(spread))
                self.check(not on or returns == 0, f"{here} goes to and fro between nodes: {spread}")
            if order := self.machine.get("plan", {}).get("order"):
                self.check(on == order[:len(on)], f"{here} is placed on {on}")

    # Checks of measurements

    def smoke(self):
        run = json.loads(self.text("smoke/run.json") or "{}")
        if not self.check(run.get("state") == "complete", f"the resumed run is {run.get('state')}: {self.text('smoke.show')[-300:]}"):
            return
        names = [case["id"] for case in run["plan"]["cases"]]
        listed = set(re.findall(r"^  ([a-z-]+)/", self.text("list"), re.M))
        self.check({name.split("/")[0] for name in names} == listed, "not every suite was measured")
        self.check(len(listed) >= 10, f"only {len(listed)} suites are listed")
        self.resumed(names)
        cases = [row for path in sorted((self.out / "smoke").glob("*.csv")) if not path.stem.partition("-")[2] or path.stem == "concurrent-perform"
                 for row in rows(path) if "status" in row]
        self.check({row["case"] for row in cases} == set(names), "the tables do not have the cases of the plan")
        planned = {case["id"]: case for case in run["plan"]["cases"]}
        controls = [row for row in cases if row["control"]]
        caught = [row for row in controls if row["control"] == "caught"]
        allowed = self.machine.get("smoke", {}).get("reasons", [])
        others = {}
        for row in cases:
            if row["control"]:
                # A control of several threads is caught only on several CPUs.
                own = planned[row["case"]]
                may_escape = own["width"] > 1 and len(set(placed(own))) == 1
                self.check(row["control"] == "caught" or may_escape, f"{row['case']}: control {row['control']}")
            elif row["status"] != "valid":
                reason = f"{row['case']}: {row['status']}: {row['reason']}"
                self.check(row["reason"], f"{row['case']} is {row['status']} without a reason")
                self.check(any(re.search(one, reason) for one in allowed), reason)
                others[row["status"]] = others.get(row["status"], 0) + 1
        status = self.text("smoke.status").strip()
        self.check(status == "0" or (status == "3" and others), f"the run ended with {status}")
        valid = sum(1 for row in cases if row["status"] == "valid" and not row["control"])
        self.row |= {"smoke_cases": len(cases), "valid": valid, "controls": len(controls), "caught": len(caught),
                     "others": "; ".join(f"{count} {name}" for name, count in others.items())}

    def resumed(self, names):
        """Checks that the rows from before the kill are kept, and that no row is doubled or missing."""
        before, after = self.out / "trials-before", self.out / "smoke/raw/trials.csv"
        if not self.check(before.exists() and after.exists(), "the run was not killed"):
            return
        whole = before.read_text().rpartition("\n")[0]
        kept = after.read_text()
        key = [tuple(row[name] for name in ("case", "launch", "trial")) for row in rows(after)]
        self.check(len(key) == len(set(key)), "a trial is there twice")
        lines = whole.splitlines()
        # The last launch before the kill may have been torn: its rows are measured again.
        lost = [line for line in lines if line not in kept and line.split(",")[0] != lines[-1].split(",")[0]]
        self.check(not lost, f"rows written before the kill are lost: {lost[:2]}")
        self.check(1 < len(lines) <= len(key), f"{len(lines)} rows before the kill, {len(key)} after")
        self.check(not self.text("left").strip(), "processes of the killed run were left")
        failed = {row["case"] for row in rows(self.out / "smoke/raw/failures.csv")}
        self.check({one[0] for one in key} | failed == set(names), "a case was not launched")
        self.row["killed_at"] = len(lines) - 1

    # Checks of cases within and across nodes

    def across(self):
        """Checks that two threads share a core, a node or neither, as the case's name says. Checks that the widest
        parallel loop has all CPUs, and that there is a fit of the loops' speed-up if a loop of one thread is valid."""
        for name in "placements", "widths":
            self.check(self.text(f"{name}.status").strip() == "0", f"{name} ended with {self.text(name + '.status')}{self.text(name + '.show')[-300:]}")
        run = json.loads(self.text("placements/run.json") or "{}")
        if not self.check(run, "placements were not measured"):
            return
        topology = run["environment"]["topology"]
        core, node = ({cpu: name for name, own in topology[kind].items() for cpu in cpus(own)} for kind in ("core", "node"))
        shared = {"siblings": (1, 1), "cores": (2, 1), "spread": (2, 2)}
        seen = set()
        for case in run["plan"]["cases"]:
            on = placed(case)
            wanted = dict(re.findall(r"(placement|memory)=([a-z]+)", case["id"]))
            if len(on) != 2 or "placement" not in wanted:
                continue
            seen.add((wanted["placement"], wanted.get("memory")))
            self.check((len({core[cpu] for cpu in on}), len({node[cpu] for cpu in on})) == shared[wanted["placement"]], f"{case['id']} is placed on {on}")
        self.check(seen == {(placement, memory) for placement in shared for memory in ("first", "other")}, f"of placements and memory there are {sorted(seen)}")
        for row in rows(self.out / "placements/locks.csv"):
            self.check(row["status"] == "valid" or row["control"], f"{row['case']}: {row['status']}: {row['reason']}")
        loops = rows(self.out / "widths/concurrent-perform.csv")
        for row in loops:
            # The guest's clock goes on while the host does not run the emulator, so perhaps every launch counts as disturbed.
            self.check(row["status"] in ("valid", "disturbed"), f"{row['case']}: {row['status']}: {row['reason']}")
        widths = {int(width) for row in loops for width in re.findall(r"width=(\d+)", row["case"])}
        self.check(widths and max(widths) == len(node), f"the loops' widths are {sorted(widths)}")
        # Without a valid loop of one thread there is no speed-up to fit.
        alone = [row for row in loops if "width=1/" in row["case"] and row["status"] == "valid"]
        fits = self.out / "widths/concurrent-perform-usl.csv"
        for row in rows(fits) if fits.exists() else []:
            self.check(row["alpha"] or row["reason"], f"a fit without a reason: {row}")
        self.check(fits.exists() or not alone, "there is no fit")
