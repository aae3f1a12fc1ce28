#pragma once
#include <stddef.h>

// What both sides measure with.

double now_seconds(void);
double cpu_seconds(void);

// Of the threads of this process with that name.
double thread_cpu_seconds(const char *name);

// Voluntary and involuntary, of all threads there are and were.
long context_switches(void);

double resident_kib(void);

// What malloc has handed out and not got back.
double live_kib(void);

long open_descriptors(void);
long thread_count(void);

double median(double *values, size_t count);

// Reports the 1st to the 99th percentile of times in seconds as `p1-us` to `p99-us`.
void report_percentiles(double *values, size_t count);

void raise_open_files(void);

// One line of the report; `name` is what the driver looks for.
void report(const char *name, double value);
