// SPDX-License-Identifier: GPL-2.0
/*
 * A processor's counters whose truth is known: each event advances at its own rate while the kernel has it
 * scheduled in, and there are as many counters as the module is told.
 *
 * Two PMUs (units) are registered. "cpu" replaces the processor's own: it takes PERF_TYPE_HARDWARE and
 * PERF_TYPE_RAW, and refuses an event beyond its counters with -EAGAIN, as x86 does. "known" has the same events
 * by name, needs no counter and so always counts: it has the truth for "cpu".
 */
#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/percpu.h>
#include <linux/math64.h>

#define KINDS 12
#define PARAMETER(name, type, about) module_param(name, type, 0444); MODULE_PARM_DESC(name, about)

static int counters = 4;
PARAMETER(counters, int, "how many events a CPU counts at once");

/* Events in 1,000,000 ns, by PERF_COUNT_HW_...; then INST_RETIRED:ANY_P and BR_INST_RETIRED by their codes. */
static ulong rates[KINDS] = {
	2000000, 4000000, 300000, 20000, 700000, 20833, 100000, 150000, 250000, 2100000, 3000000, 600000,
};
static int rate_count;
module_param_array(rates, ulong, &rate_count, 0444);
MODULE_PARM_DESC(rates, "events in a millisecond, by PERF_COUNT_HW_...");

static int user_permille = 500;
PARAMETER(user_permille, int, "what an event limited to user mode counts of the whole");

static int refuse = -1;
PARAMETER(refuse, int, "the event (its place in rates) that is refused with EINVAL");

static bool validate;
PARAMETER(validate, bool, "refuse a group larger than the counters when it is opened");

static ulong vary_ns;
PARAMETER(vary_ns, ulong, "the period in which the rates rise and fall; 0 keeps them constant");

static int vary_permille;
PARAMETER(vary_permille, int, "how far they rise in half a period and fall in the other");

static DEFINE_PER_CPU(int, used);

/*
 * The event's time so far, in ns: the integral of the factor by which the rates rise and fall.
 *
 * The time ends when the kernel last read its clock for the event's own times: another reading could be milliseconds
 * later, if the emulator is not alone on its host.
 */
static u64 event_time(struct perf_event *event)
{
	u64 now = event->ctx->timestamp;
	u64 phase;

	if (!vary_ns)
		return now;
	div64_u64_rem(now, vary_ns, &phase);
	if (phase > vary_ns / 2)
		phase = vary_ns - phase;
	return now + div_u64(phase * vary_permille, 1000);
}

static void known_update(struct perf_event *event)
{
	u64 now = event_time(event);
	u64 before = local64_xchg(&event->hw.prev_count, now);
	u64 nanoseconds, rest;
	/* Whole seconds are multiplied apart: more than four seconds in ns, times the rate, would not fit into 64 bits. */
	u64 count = div64_u64_rem(now - before, 1000000000ULL, &nanoseconds) * event->hw.config_base;

	count += div64_u64_rem(nanoseconds * event->hw.config_base + event->hw.event_base, 1000000000ULL, &rest);
	local64_add(count, &event->count);
	event->hw.event_base = rest;
}

static void known_start(struct perf_event *event, int flags)
{
	local64_set(&event->hw.prev_count, event_time(event));
	event->hw.state = 0;
}

static void known_stop(struct perf_event *event, int flags)
{
	if (event->hw.state & PERF_HES_STOPPED)
		return;
	known_update(event);
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
}

static void known_read(struct perf_event *event)
{
	if (!(event->hw.state & PERF_HES_STOPPED))
		known_update(event);
}

static int known_add(struct perf_event *event, int flags)
{
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (flags & PERF_EF_START)
		known_start(event, flags);
	return 0;
}

static int cpu_add(struct perf_event *event, int flags)
{
	if (__this_cpu_read(used) >= counters)
		return -EAGAIN;
	__this_cpu_inc(used);
	return known_add(event, flags);
}

static void cpu_del(struct perf_event *event, int flags)
{
	known_stop(event, flags);
	__this_cpu_dec(used);
}

/* The event's index in rates; negative if there is none. */
static int kind_of(struct perf_event *event)
{
	u64 config = event->attr.config;

	if (event->attr.type == PERF_TYPE_HARDWARE)
		return config < 10 ? config : -1;
	if (event->attr.type == PERF_TYPE_HW_CACHE)
		return -1;
	switch (config & 0xffff) {
	case 0x003c: return 0;
	case 0x00c0: return 10;
	case 0x4f2e: return 2;
	case 0x412e: return 3;
	case 0x00c4: return 11;
	case 0x00c5: return 5;
	default: return -1;
	}
}

static int set_up(struct perf_event *event, int kind)
{
	if (is_sampling_event(event))
		return -EOPNOTSUPP;
	if (kind < 0 || kind >= KINDS)
		return -ENOENT;
	/* Parts of a thousandth, so that the share of user mode is exact. */
	event->hw.config_base = (u64)rates[kind] * (event->attr.exclude_kernel ? user_permille : 1000);
	event->hw.event_base = 0;
	return 0;
}

static struct pmu cpu_unit;

/* What x86's validate_group does: a group that can never run is refused when its last event is opened. */
static bool fits(struct perf_event *event)
{
	struct perf_event *sibling, *leader = event->group_leader;
	int count = 1;

	if (!validate || leader == event)
		return true;
	if (leader->pmu == &cpu_unit)
		count++;
	for_each_sibling_event(sibling, leader)
		if (sibling->pmu == &cpu_unit)
			count++;
	return count <= counters;
}

static int cpu_event_init(struct perf_event *event)
{
	int kind = kind_of(event);

	if (event->attr.type != PERF_TYPE_HARDWARE && event->attr.type != PERF_TYPE_RAW)
		return -ENOENT;
	if ((kind >= 0 && kind == refuse) || !fits(event))
		return -EINVAL;
	return set_up(event, kind);
}

static struct pmu known_unit;

static int known_event_init(struct perf_event *event)
{
	if (event->attr.type != known_unit.type)
		return -ENOENT;
	return set_up(event, event->attr.config);
}

PMU_FORMAT_ATTR(event, "config:0-7");
PMU_FORMAT_ATTR(umask, "config:8-15");
static struct attribute *format_attributes[] = { &format_attr_event.attr, &format_attr_umask.attr, NULL };
static const struct attribute_group format_group = { .name = "format", .attrs = format_attributes };

static ssize_t show_event(struct device *dev, struct device_attribute *attr, char *page)
{
	return sprintf(page, "event=%#llx\n", container_of(attr, struct perf_pmu_events_attr, attr)->id);
}

#define KNOWN(_name, _id) PMU_EVENT_ATTR(_name, known_##_name, _id, show_event)
KNOWN(cycles, 0);
KNOWN(instructions, 1);
KNOWN(references, 2);
KNOWN(misses, 3);
static struct attribute *event_attributes[] = {
	&known_cycles.attr.attr, &known_instructions.attr.attr, &known_references.attr.attr,
	&known_misses.attr.attr, NULL,
};
static const struct attribute_group event_group = { .name = "events", .attrs = event_attributes };

static const struct attribute_group *cpu_groups[] = { &format_group, NULL };
static const struct attribute_group *known_groups[] = { &format_group, &event_group, NULL };

static struct pmu cpu_unit = {
	.module = THIS_MODULE, .task_ctx_nr = perf_hw_context, .attr_groups = cpu_groups,
	.event_init = cpu_event_init, .add = cpu_add, .del = cpu_del,
	.start = known_start, .stop = known_stop, .read = known_read,
	/* The kernel never forgets that a unit had the processor's contexts: without the second flag, a module that is
	   loaded again would get none. */
	.capabilities = PERF_PMU_CAP_NO_INTERRUPT | PERF_PMU_CAP_HETEROGENEOUS_CPUS,
};

static struct pmu known_unit = {
	.module = THIS_MODULE, .task_ctx_nr = perf_sw_context, .attr_groups = known_groups,
	.event_init = known_event_init, .add = known_add, .del = known_stop,
	.start = known_start, .stop = known_stop, .read = known_read,
	.capabilities = PERF_PMU_CAP_NO_INTERRUPT,
};

static int __init known_init(void)
{
	int failure = perf_pmu_register(&cpu_unit, "cpu", PERF_TYPE_RAW);

	if (failure)
		return failure;
	failure = perf_pmu_register(&known_unit, "known", -1);
	if (failure)
		perf_pmu_unregister(&cpu_unit);
	return failure;
}

static void __exit known_exit(void)
{
	perf_pmu_unregister(&known_unit);
	perf_pmu_unregister(&cpu_unit);
}

module_init(known_init);
module_exit(known_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Counters of known truth");
