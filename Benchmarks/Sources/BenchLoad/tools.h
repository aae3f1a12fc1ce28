#pragma once
#include <stddef.h>
#include <stdint.h>

enum { channels = 64 };

// The path of a publish call with a message of 100 bytes.
void publish_target(char *target, size_t size, const char *channel);

// The monotonic time in microseconds.
double now_us(void);

// Prints the median, high percentiles, the maximum and every fifth percentile of times, which it sorts.
void print_quantiles(const char *name, double *values, int count);

// The timetoken of a subscribe response.
uint64_t response_cursor(const char *body);

// How many messages a subscribe response has.
int response_messages(const char *body, size_t length);

// Lifts the limit of open files as far as the system allows.
void lift_file_limit(void);

void *allocate(size_t count, size_t size);
