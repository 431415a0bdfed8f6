#!/usr/bin/env python3
"""Reads OpenMetrics from standard input with the strict parser of prometheus_client."""
import math
import sys

from prometheus_client.openmetrics.parser import text_string_to_metric_families

families = list(text_string_to_metric_families(sys.stdin.read()))
samples = [sample for family in families for sample in family.samples]
if not any(family.type == "counter" for family in families):
    sys.exit("there is no counter")
if any(not math.isfinite(sample.value) for sample in samples):
    sys.exit("there is a value that is no number")
print(f"{len(families)} families, {len(samples)} samples")
