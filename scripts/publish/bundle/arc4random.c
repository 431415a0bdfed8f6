/* Debian 12's archive of libstdc++ refers to arc4random, for a std::random_device that nothing here makes. glibc has
   arc4random from 2.36 on. With this definition the executable also starts with glibc 2.35, which is Ubuntu 22.04's. */
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

uint32_t arc4random(void) {
  uint32_t bits;
  if (getentropy(&bits, sizeof bits) != 0) abort();
  return bits;
}
