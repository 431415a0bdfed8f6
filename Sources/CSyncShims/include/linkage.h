#pragma once
#include <stdint.h>

/* What the running executable was linked with, as the loader knows it: nothing is read from files. */

#pragma clang assume_nonnull begin

/* The newest version of glibc's symbols that the executable itself asks for, as major << 16 | minor; 0 where it
   asks for none. Libraries that are loaded beside it may ask for newer ones. */
uint32_t sync_needed_glibc(void);

/* Whether a library is loaded whose file name begins so. */
int sync_has_loaded(const char *name);

#pragma clang assume_nonnull end
