#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "linkage.h"

#include <link.h>
#include <stdio.h>
#include <string.h>

/* The loader changes some entries of the dynamic section to addresses, and leaves others as they are in the
   file: offsets from the base. */
static const char *address_of(ElfW(Addr) base, ElfW(Addr) value) {
  return (const char *)(value < base ? base + value : value);
}

static uint32_t newest_glibc(const char *needs, ElfW(Xword) count, const char *strings) {
  uint32_t newest = 0;
  for (; count > 0; count--) {
    const ElfW(Verneed) *need = (const ElfW(Verneed) *)needs;
    const char *next = needs + need->vn_aux;
    for (unsigned left = need->vn_cnt; left > 0; left--) {
      const ElfW(Vernaux) *version = (const ElfW(Vernaux) *)next;
      unsigned major, minor;
      if (sscanf(strings + version->vna_name, "GLIBC_%u.%u", &major, &minor) == 2) {
        uint32_t packed = major << 16 | minor;
        if (packed > newest) newest = packed;
      }
      next += version->vna_next;
    }
    needs += need->vn_next;
  }
  return newest;
}

/* dl_iterate_phdr begins with the executable, and the result 1 ends it there. */
static int look_at_executable(struct dl_phdr_info *object, size_t size, void *answer) {
  (void)size;
  const ElfW(Dyn) *entry = NULL;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    if (object->dlpi_phdr[i].p_type == PT_DYNAMIC)
      entry = (const ElfW(Dyn) *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
  }
  const char *needs = NULL, *strings = NULL;
  ElfW(Xword) count = 0;
  for (; entry && entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == DT_VERNEED) needs = address_of(object->dlpi_addr, entry->d_un.d_ptr);
    if (entry->d_tag == DT_STRTAB) strings = address_of(object->dlpi_addr, entry->d_un.d_ptr);
    if (entry->d_tag == DT_VERNEEDNUM) count = entry->d_un.d_val;
  }
  if (needs && strings) *(uint32_t *)answer = newest_glibc(needs, count, strings);
  return 1;
}

uint32_t sync_needed_glibc(void) {
  uint32_t newest = 0;
  dl_iterate_phdr(look_at_executable, &newest);
  return newest;
}

static int has_name(struct dl_phdr_info *object, size_t size, void *name) {
  (void)size;
  const char *slash = strrchr(object->dlpi_name, '/');
  const char *file = slash ? slash + 1 : object->dlpi_name;
  return strncmp(file, name, strlen(name)) == 0;
}

int sync_has_loaded(const char *name) { return dl_iterate_phdr(has_name, (void *)name); }
