#include "measure.h"

#include <dirent.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

double now_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

double cpu_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

double thread_cpu_seconds(const char *name) {
    unsigned long long sum = 0;
    DIR *folder = opendir("/proc/self/task");
    if (!folder) return 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[300], thread[32];
        unsigned long long nanoseconds;
        snprintf(path, sizeof path, "/proc/self/task/%s/comm", entry->d_name);
        FILE *file = fopen(path, "r");
        bool is_meant = file && fscanf(file, "%31s", thread) == 1 && !strcmp(thread, name);
        if (file) fclose(file);
        if (!is_meant) continue;
        snprintf(path, sizeof path, "/proc/self/task/%s/schedstat", entry->d_name);
        file = fopen(path, "r");
        if (file && fscanf(file, "%llu", &nanoseconds) == 1) sum += nanoseconds;
        if (file) fclose(file);
    }
    closedir(folder);
    return (double)sum * 1e-9;
}

long context_switches(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_nvcsw + usage.ru_nivcsw;
}

double resident_kib(void) {
    long pages = 0, resident = 0;
    FILE *status = fopen("/proc/self/statm", "r");
    if (fscanf(status, "%ld %ld", &pages, &resident) != 2) resident = 0;
    fclose(status);
    return (double)resident * (double)sysconf(_SC_PAGESIZE) / 1024;
}

double live_kib(void) {
    struct mallinfo2 heap = mallinfo2();
    return (double)(heap.uordblks + heap.hblkhd) / 1024;
}

static long entries(const char *path) {
    long count = 0;
    DIR *folder = opendir(path);
    if (!folder) return 0;
    for (struct dirent *entry; (entry = readdir(folder));) count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

// The one that is open for counting is not counted.
long open_descriptors(void) { return entries("/proc/self/fd") - 1; }

long thread_count(void) { return entries("/proc/self/task"); }

static int order(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

double median(double *values, size_t count) {
    qsort(values, count, sizeof *values, order);
    return values[count / 2];
}

void report_percentiles(double *values, size_t count) {
    qsort(values, count, sizeof *values, order);
    for (int percent = 1; percent < 100; percent++) {
        char name[16];
        snprintf(name, sizeof name, "p%d-us", percent);
        report(name, values[count * (size_t)percent / 100] * 1e6);
    }
}

void raise_open_files(void) {
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

void report(const char *name, double value) {
    printf("%s %.6g\n", name, value);
    fflush(stdout);
}
