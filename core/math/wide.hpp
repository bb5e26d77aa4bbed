// Functions over plain numbers, compiled for wide vector units as well.
#pragma once

#include <cstddef>  // any header of the library: it says __GLIBC__ where that is the one

// One binary for all machines: GNU compilers on Linux choose the variant when the program starts, with the help of
// glibc (musl has no such functions, STT_GNU_IFUNC). They ask for what the processor can do; a named one, as in
// arch=haswell, would be used on that maker's processors alone.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && __GNUC__ >= 12 && !defined(__clang__)
#define POISE_BY_MACHINE __attribute__((target_clones("arch=x86-64-v3", "default")))
// For loops whose sums do not depend on how many numbers a unit holds: the same bits, sixteen floats at once.
#define POISE_BY_WIDTH __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define POISE_BY_MACHINE
#define POISE_BY_WIDTH
#endif
