# The commands that people repeat; each installs what it needs. `make help` lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := help

# The commit that run.json names. Package.swift reads this variable, and says why.
export SYNCBENCH_COMMIT := $(shell git rev-parse HEAD 2>/dev/null)$(shell git diff --quiet HEAD 2>/dev/null || echo -dirty)

TOOL := .build/release/syncbench
RUN := $(shell date -u +%Y%m%d-%H%M%S)

.PHONY: help setup build run install smoke test lint format imports kernels docs example sanitize proof orders gallery fidelity agreement replay counts gate-validation exports reference claims claims-stability faults plot-speed read-speed report-scale clean arm64 sanitize-readers fuzz fuzz-replay known-pmu bundle bundle-elsewhere machines fleet reframe

help: ## lists the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | column -t -s "$$(printf '\t')"

setup: ## installs what is missing: libpfm4-dev, zlib1g-dev, gnuplot-nox
	@scripts/ci/setup.sh

build: setup ## builds the tool in release
	swift build -c release --product syncbench
	swift build -c release --product SyncbenchAllocations

run: build ## measures all suites (60 s), writes results/ and plots/, prints a ranking
	@# Invalid cases (status 3) are results: they are drawn before make ends with the status.
	$(TOOL) run --profile quick --output results/$(RUN); status=$$?; \
	if [ $$status -eq 0 ] || [ $$status -eq 3 ]; then \
	  $(TOOL) plot results/$(RUN) --output plots/$(RUN) || exit; \
	fi; exit $$status

PREFIX ?= /usr/local
install: build ## installs the tool, its library, the manual page and shells' completions (PREFIX=/usr/local)
	@scripts/publish/install.sh "$(DESTDIR)$(PREFIX)"

bundle: ## builds dist/syncbench-VERSION-linux-x86_64.tar.xz and .tar.gz: the tool, to be carried to machines without Swift (6 min)
	@scripts/ci/setup.sh bundle
	scripts/publish/bundle.sh

bundle-elsewhere: ## unpacks and runs the bundle on bare systems of four Debian releases: results/bundle.csv (root; 10 min)
	scripts/validate/bundle-elsewhere.sh $(if $(ROOTS),--roots $(ROOTS))

smoke: build ## measures everything once (10 s), into a folder that is thrown away
	@scripts/ci/smoke.sh

# With whole modules and without debug information a build from scratch takes a quarter less time. `make sanitize` keeps debug
# information, because without it the thread sanitizer's reports name no lines. The tests' folder is .build/tests, because in one
# folder `swift test` and `swift build` would each rebuild the other's modules.
test docs: export SYNCBENCH_TEST_OPTIONS ?= -Xswiftc -gnone -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2

test: build ## runs every test
	swift build -c release --product BrokenLocksBench
	swift build -c release --product BrokenCodeBench
	swift build -c release --product syncbench-code
	@scripts/ci/test.sh --scratch-path .build/tests

lint: ## checks the format of every source, the pages' links, and that README.md has the verdicts of docs/claims.md
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Examples Tools
	scripts/publish/claims-page.py --check
	scripts/ci/check-links.py

format: ## formats every source
	swift format --in-place --recursive --parallel Package.swift Sources Tests Examples Tools

imports: setup ## checks that modules and tools import only what they declare
	scripts/validate/build-tool.sh --explicit-target-dependency-import-check error

kernels: build ## checks that the measured loops are specialised
	scripts/ci/check-kernels.py

docs: setup ## makes the libraries' documentation (.build/documentation), and fails at a warning
	scripts/ci/docs.sh

example: setup ## builds Examples/OwnLock and Examples/OwnCode, and calls their commands
	scripts/ci/example.sh $(EXAMPLE)

sanitize: setup ## runs the proof of every lock under the thread sanitizer
	TSAN_OPTIONS="suppressions=$(CURDIR)/scripts/ci/thread-sanitizer.supp $$TSAN_OPTIONS" \
	  SYNCBENCH_PRIMITIVES_ALONE=1 scripts/ci/test.sh --sanitize=thread --scratch-path .build/tsan --filter SyncPrimitivesTests --skip PlanSizeTests

sanitize-readers: setup ## runs the readers' and C shims' tests under the address and undefined behaviour sanitizers (10 min)
	scripts/validate/sanitize-readers.sh

fuzz: setup ## fuzzes every reader of input, 10^6 executions each (2 h; READERS="csv run", EXECUTIONS=N, JOBS=N): results/fuzz.csv
	scripts/validate/fuzz.sh $(if $(EXECUTIONS),--executions $(EXECUTIONS)) $(if $(JOBS),--jobs $(JOBS)) $(READERS)

fuzz-replay: setup ## gives every reader its committed corpus, and 3,000 executions (READERS="csv run")
	scripts/validate/fuzz.sh --replay $(READERS)

arm64: ## proves the locks and the C shims on arm64, by an emulator and by their instructions (half a minute)
	scripts/ci/arm64.sh

proof: setup ## proves every lock in release, over 10^6 hand-overs (tens of minutes)
	scripts/validate/proof.sh

orders: ## weakens each memory order of the locks, and checks that the thread sanitizer reports a race (15 min)
	@scripts/ci/setup.sh fidelity
	scripts/validate/check-orders.py

fidelity: build ## compares our loops with loops in C over the same locks and over ConcurrencyKit's (13 min)
	scripts/validate/fidelity.sh

agreement: ## compares our counters with perf stat's over a fixed workload
	scripts/validate/perf-agreement.sh

known-pmu: build ## proves the hardware counters on an emulated machine whose counters are known (5 min)
	scripts/validate/known-pmu.sh $(KNOWN_PMU)

machines: build ## boots emulated machines, from one CPU to hundreds, and checks the tool's output and behaviour there (30 min; MACHINES=--short, MACHINES="four odd"): results/machines.csv
	@scripts/machines/machines.py $(MACHINES)

fleet: build ## runs fleets on a real SLURM of four nodes on this machine, with and without failures (25 min, root; FLEET="whole death"): results/fleet.csv
	@scripts/ci/setup.sh slurm
	FLEET_TABLE=$(CURDIR)/results/fleet.csv scripts/validate/fleet.sh $(FLEET)
	@if [ -z "$(FLEET)" ]; then FLEET_TABLE=$(CURDIR)/results/fleet.csv scripts/validate/fleet.sh --own-cpu dealt; fi

reframe: build ## runs ReFrame's test of syncbench here, directly and by a real SLURM (1 min, root)
	@scripts/ci/setup.sh slurm
	scripts/validate/reframe.sh

replay: ## measures the time and memory of the verdicts on 100,000 random pairs
	scripts/validate/build-tool.sh GateReplay
	@# The target is 1 s and 100 MB.
	for _ in 1 2 3; do .build/release/GateReplay; done

read-speed: ## measures how fast the raw tables of the reference run are read
	scripts/validate/read-speed.sh

report-scale: build ## measures the time and memory of the tables and the report of 10,000 cases and 1,000,000 trials
	scripts/validate/report-scale.py

faults: build ## puts 2,000 faults into runs and their files, one or two at once, and compares each outcome with the expected one (10 min)
	scripts/validate/faults/campaign.py --output results/faults

counts: build ## compares instructions and allocations with results/baselines/main
	$(TOOL) gate --counts results/baselines/main

gate-validation: build ## counts the slowdowns that the gate finds, and its false alarms for A against A (1 h, idle machine)
	@# Status 2 of the first script is a result, so the second script is run whatever the status was.
	status=0; \
	scripts/validate/gate-validation/power.py --pairs 320 5=48 20=64 || status=$$?; \
	scripts/validate/gate-validation/aa.py --suites 40 || status=$$?; \
	exit $$status

exports: build ## hands the exports of the reference run to the tools that read them, and its tables to LaTeX
	scripts/validate/check-exports.sh
	scripts/validate/check-latex.sh

gallery: build ## draws the reference run's charts, and writes docs/gallery.md with them
	scripts/publish/gallery.py

reference: build ## measures the reference run anew (22 min, idle machine), and makes its gallery
	rm -rf results/reference
	$(TOOL) run --profile standard --seed 2026 --output results/reference
	gzip -9n results/reference/raw/*.csv
	scripts/publish/gallery.py

claims: build ## tests all claims anew (3 min, idle machine): results/claims, docs/claims.md
	rm -rf results/claims
	$(TOOL) claims --seed 2026 --output results/claims > /dev/null
	scripts/publish/claims-page.py

claims-stability: build ## tests all claims ten times, and says which verdicts stay the same (20 min, idle machine)
	scripts/validate/claims-stability.py

plot-speed: build ## measures how long the reference run's charts take
	scripts/validate/plot-speed.sh

clean: ## removes what was built
	rm -rf .build
