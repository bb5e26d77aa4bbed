// Functions over plain numbers, compiled for wide vector units as well.
#pragma once

// One binary for all machines: GNU compilers on Linux choose the variant when the program starts. They ask for what the
// processor can do; a named one, as in arch=haswell, would be used on that maker's processors alone.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && __GNUC__ >= 12 && !defined(__clang__)
#define POISE_BY_MACHINE __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define POISE_BY_MACHINE
#endif
