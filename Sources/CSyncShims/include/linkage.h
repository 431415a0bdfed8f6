#pragma once
#include <stdint.h>

/* The libraries of the running executable, as the loader has them in memory: nothing is read from files. */

#pragma clang assume_nonnull begin

/* The newest version of glibc's symbols that the executable itself asks for, as major << 16 | minor; 0 if it
   asks for none. Libraries that are loaded with the executable may ask for newer versions. */
uint32_t sync_needed_glibc(void);

/* Whether a library is loaded whose file name begins with `name`. */
int sync_has_loaded(const char *name);

#pragma clang assume_nonnull end
