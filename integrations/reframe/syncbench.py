"""Runs a suite of syncbench on each partition of a site, by ReFrame (https://reframe-hpc.readthedocs.io), version 4.

The executable is `syncbench` on PATH, or what SYNCBENCH names. The README beside this file says how to call it.
"""

import csv
import json
import os

import reframe as rfm
import reframe.utility.sanity as sn
import reframe.utility.typecheck as typ


@rfm.simple_test
class SyncbenchSuite(rfm.RunOnlyRegressionTest):
    """A run of a suite on a whole node, with a performance variable for each case."""

    suite = parameter(["locks", "sync", "barrier"])
    #: The options of `syncbench run` beside the suite: a profile, filters.
    run_options = variable(str, value="--profile quick")
    #: The executable.
    tool = variable(str, value=os.environ.get("SYNCBENCH", "syncbench"))
    #: By how much a figure may leave its reference, as shares: half faster to a fifth slower.
    bounds = variable(typ.Tuple[float, float], value=(-0.5, 0.2))
    #: A JSON file of what a site expects: {"system:partition": {"case": nanoseconds}}; nothing where it is empty.
    expected = variable(str, value="")

    descr = "synchronization primitives by syncbench"
    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    # A neighbour on the node would be measured too.
    exclusive_access = True
    num_tasks = 1
    num_tasks_per_node = 1

    #: Where the run is written, in the test's stage directory.
    output = "run"

    @run_before("run")
    def prepare(self):
        self.executable = self.tool
        self.executable_opts = ["run", self.suite, *self.run_options.split(), "--quiet", "--output", self.output]
        # The scheduler's word for the job's end is not to be had everywhere.
        self.postrun_cmds = ['echo "syncbench ended with status $?"']
        # srun would bind the task to one CPU, or give it one: syncbench has the node, and binds its threads itself.
        if self.job.launcher.registered_name == "srun":
            self.job.launcher.options += ["--cpu-bind=none", "--cpus-per-task=$SLURM_CPUS_ON_NODE"]

    def rows(self):
        path = os.path.join(self.stagedir, self.output, "summary.csv")
        with open(path, encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    @sanity_function
    def is_valid(self):
        """The run's own verdict: a trial that lost an update, or a control that was missed, ends it with status 3."""
        ending = r"^syncbench ended with status (?P<status>\d+)$"
        status = sn.extractsingle(ending, self.stdout, "status", int)
        return sn.all([
            sn.assert_eq(status, 0, msg="syncbench ended with status {0}: see its output"),
            sn.assert_gt(sn.len(sn.defer(self.rows())), 0, msg="the run has no figures"),
        ])

    @run_before("performance")
    def take_figures(self):
        """Makes a variable of each case's cost: which there are, the run alone knows."""
        here = f"{self.current_system.name}:{self.current_partition.name}"
        expected = {}
        if self.expected:
            with open(self.expected, encoding="utf-8") as file:
                expected = json.load(file).get(here, {})
        references = {}
        for row in self.rows():
            if row["metric"] != "ns_per_op":
                continue
            # A name of ReFrame's has no slash.
            name = row["case"].replace("/", ".").replace("=", "_")
            self.perf_variables[name] = sn.make_performance_function(sn.defer(float(row["value"])), "ns")
            value = expected.get(row["case"])
            if value is not None:
                references[name] = (value, *self.bounds, "ns")
        self.reference = {here: references}
