#pragma once
#include <stddef.h>
#include <stdint.h>

/// What libFuzzer, a part of the toolchain, is run with from a main function of one's own; LLVM documents it beside the
/// options it reads from the arguments.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*check)(const uint8_t *data, size_t size));
