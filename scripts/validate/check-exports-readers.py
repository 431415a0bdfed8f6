#!/usr/bin/env python3
"""Reads an export as its readers do, and ends with an error if they could not.

    compared EXPORT SAME SLOWER             compare.py of Google Benchmark must have seen every case, repetition and change of time:
                                            SAME is its output for EXPORT and a copy of it, SLOWER for EXPORT and a copy in which
                                            every time is a fifth longer
    openmetrics                             the strict parser of prometheus_client must accept standard input
    bmf|github-action|google-benchmark      the JSON on standard input must have the schema of this format
"""
import json
import math
import re
import sys
from collections import Counter

NUMBER = {"type": "number"}
TEXT = {"type": "string"}
COUNT = {"type": "integer", "minimum": 0}


def record(properties, optional=(), **more):
    required = [key for key in properties if key not in optional]
    return {"type": "object", "properties": properties, "required": required, **more}


SCHEMAS = {
    # The schema https://bencher.dev/bmf.json, with the limits on names that Bencher states.
    "bmf": {
        "type": "object", "minProperties": 1, "propertyNames": {"maxLength": 1024},
        "additionalProperties": {
            "type": "object", "minProperties": 1,
            "propertyNames": {"pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": 64},
            "additionalProperties": record(
                {"value": NUMBER, "lower_value": NUMBER, "upper_value": NUMBER},
                optional=("lower_value", "upper_value"), additionalProperties=False),
        },
    },
    # github-action-benchmark's customSmallerIsBetter, as the jq line in docs/publishing.md makes it from bmf.
    "github-action": {"type": "array", "minItems": 1, "items": record(
        {"name": TEXT, "unit": TEXT, "value": NUMBER, "range": TEXT, "extra": TEXT},
        optional=("range", "extra"), additionalProperties=False)},
    "google-benchmark": record({
        "context": record({
            "date": TEXT, "host_name": TEXT, "executable": TEXT, "num_cpus": COUNT,
            "caches": {"type": "array"}, "load_avg": {"type": "array", "items": NUMBER},
            "library_build_type": {"enum": ["release", "debug"]}, "json_schema_version": {"const": 1},
        }, optional=("num_cpus",)),
        "benchmarks": {"type": "array", "minItems": 1, "items": record({
            "name": TEXT, "family_index": COUNT, "per_family_instance_index": COUNT,
            "run_name": TEXT, "run_type": {"const": "iteration"}, "repetitions": COUNT,
            "repetition_index": COUNT, "threads": COUNT, "iterations": COUNT, "real_time": NUMBER,
            "cpu_time": NUMBER, "time_unit": {"enum": ["ns", "us", "ms", "s"]},
        })},
    }),
}


def openmetrics():
    from prometheus_client.openmetrics.parser import text_string_to_metric_families

    families = list(text_string_to_metric_families(sys.stdin.read()))
    samples = [sample for family in families for sample in family.samples]
    if not any(family.type == "counter" for family in families):
        sys.exit("there is no counter")
    if any(not math.isfinite(sample.value) for sample in samples):
        sys.exit("there is a value that is no number")
    print(f"{len(families)} families, {len(samples)} samples")


def compared(*paths):
    export, same, slower = (open(path, encoding="utf-8").read() for path in paths)
    repetitions = Counter(one["name"] for one in json.loads(export)["benchmarks"])
    for text, change in ((same, 0.0), (slower, 0.2)):
        rows = re.findall(r"^(\S+) +([+-]\d+\.\d+) +[+-]\d+\.\d+ ", text, re.M)
        seen = Counter(name for name, _ in rows if name != "OVERALL_GEOMEAN")
        if seen != repetitions:
            sys.exit(f"compare.py saw {seen.total()} repetitions of {len(seen)} cases; the export has {repetitions.total()} of {len(repetitions)}")
        wrong = [name for name, value in rows if abs(float(value) - change) > 0.0002]
        if wrong:
            sys.exit(f"a change of {change} was not seen in {wrong[0]}")
    tested = {name: int(count) for name, count in re.findall(r"^(\S+)_pvalue .*Repetitions: (\d+) vs \d+", slower, re.M)}
    missed = [name for name, count in repetitions.items() if count >= 9 and tested.get(name) != count]
    if missed:
        sys.exit(f"no U test of {missed[0]}, with {repetitions[missed[0]]} repetitions")
    print(f"{len(repetitions)} cases, {sum(repetitions.values())} repetitions, U tests of {len(tested)}")


def distinct(pairs):
    keys = [key for key, _ in pairs]
    if len(set(keys)) < len(keys):
        sys.exit("a key comes twice")
    return dict(pairs)


def refuse(word):
    sys.exit(f"{word} is not JSON")


def schema(name):
    import jsonschema

    document = json.loads(sys.stdin.read(), object_pairs_hook=distinct, parse_constant=refuse)
    try:
        jsonschema.validate(document, SCHEMAS[name])
    except jsonschema.ValidationError as error:
        sys.exit(f"{error.message[:200]} at {error.json_path}")
    print(f"{len(document['benchmarks'] if name == 'google-benchmark' else document)} results")


# Each reader needs a package of its own, which is imported only for that reader.
{"compared": compared, "openmetrics": openmetrics}.get(sys.argv[1], lambda: schema(sys.argv[1]))(*sys.argv[2:])
