#include "CSyncShims.h"
