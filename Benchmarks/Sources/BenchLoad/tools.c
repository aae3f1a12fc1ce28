#define _GNU_SOURCE
#include "tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

void publish_target(char *target, size_t size, const char *channel) {
    char text[99];
    memset(text, 'x', 98);
    text[98] = 0;
    snprintf(target, size, "/publish/demo/demo/0/%s/0/%%22%s%%22?uuid=publisher", channel, text);
}

double now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static int compare(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

void print_quantiles(const char *name, double *values, int count) {
    if (count == 0) return;
    qsort(values, (size_t)count, sizeof *values, compare);
    printf("%s-median %.1f\n", name, values[count / 2]);
    printf("%s-p90 %.1f\n", name, values[count * 9 / 10]);
    printf("%s-p99 %.1f\n", name, values[count * 99 / 100]);
    printf("%s-max %.1f\n", name, values[count - 1]);
    for (int percent = 0; percent < 100; percent += 5) printf("%s-q%d %.1f\n", name, percent, values[count * percent / 100]);
}

uint64_t response_cursor(const char *body) {
    const char *start = strstr(body, "\"t\":\"");
    return start ? strtoull(start + 5, NULL, 10) : 0;
}

int response_messages(const char *body, size_t length) {
    int count = 0;
    const char *end = body + length;
    while ((body = memmem(body, (size_t)(end - body), "{\"a\":", 5))) {
        count++;
        body += 5;
    }
    return count;
}

void lift_file_limit(void) {
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

void *allocate(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory) {
        perror("calloc");
        exit(1);
    }
    return memory;
}
