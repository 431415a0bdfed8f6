#pragma once
#include <stdint.h>
#include "affinity.h"
