#define _GNU_SOURCE
#include "measure.h"

#include <dirent.h>
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

long context_switches(void) {
    long total = 0;
    DIR *tasks = opendir("/proc/self/task");
    for (struct dirent *task; (task = readdir(tasks));) {
        char path[300], line[256];
        snprintf(path, sizeof path, "/proc/self/task/%s/status", task->d_name);
        FILE *status = fopen(path, "r");
        if (!status) continue;
        while (fgets(line, sizeof line, status)) {
            char *switches = strstr(line, "ctxt_switches:");
            if (switches) total += atol(switches + 14);
        }
        fclose(status);
    }
    closedir(tasks);
    return total;
}

double resident_kib(void) {
    long pages = 0, resident = 0;
    FILE *status = fopen("/proc/self/statm", "r");
    if (fscanf(status, "%ld %ld", &pages, &resident) != 2) resident = 0;
    fclose(status);
    return (double)resident * (double)sysconf(_SC_PAGESIZE) / 1024;
}

static int order(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

double median(double *values, size_t count) {
    qsort(values, count, sizeof *values, order);
    return values[count / 2];
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
