#!/usr/bin/env python3
"""Checks a JSON export from standard input against what its readers need."""
import json
import sys

import jsonschema

NUMBER = {"type": "number"}
TEXT = {"type": "string"}
COUNT = {"type": "integer", "minimum": 0}


def record(properties, optional=(), **more):
    required = [key for key in properties if key not in optional]
    return {"type": "object", "properties": properties, "required": required, **more}


SCHEMAS = {
    # https://bencher.dev/bmf.json, and the limits of names that its page states.
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
    # github-action-benchmark's customSmallerIsBetter, as the line in docs/publishing.md makes it of bmf.
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


def distinct(pairs):
    keys = [key for key, _ in pairs]
    if len(set(keys)) < len(keys):
        sys.exit("a key comes twice")
    return dict(pairs)


def refuse(word):
    sys.exit(f"{word} is not JSON")


text = sys.stdin.read()
document = json.loads(text, object_pairs_hook=distinct, parse_constant=refuse)
try:
    jsonschema.validate(document, SCHEMAS[sys.argv[1]])
except jsonschema.ValidationError as error:
    sys.exit(f"{error.message[:200]} at {error.json_path}")
results = document["benchmarks"] if sys.argv[1] == "google-benchmark" else document
print(f"{len(results)} results")
