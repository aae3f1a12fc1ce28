// Loaded into all processes of a build (LD_PRELOAD): appends a line with CPU time and command to the file PROCESS_TIMES as each ends.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static struct timespec begin;

__attribute__((constructor)) static void started(void) { clock_gettime(CLOCK_MONOTONIC, &begin); }

__attribute__((destructor)) static void ended(void) {
    const char *path = getenv("PROCESS_TIMES");
    if (!path) return;
    static char line[1 << 20];
    struct rusage usage;
    struct timespec end;
    getrusage(RUSAGE_SELF, &usage);
    clock_gettime(CLOCK_MONOTONIC, &end);
    double cpu = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
    double elapsed = (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) * 1e-9;
    int length = snprintf(line, 128, "%.3f %.3f ", cpu, elapsed);
    int arguments = open("/proc/self/cmdline", O_RDONLY);
    if (arguments >= 0) {
        ssize_t count = read(arguments, line + length, sizeof line - (size_t)length - 1);
        close(arguments);
        for (ssize_t index = 0; index < count; index++) {
            char *at = &line[length + index];
            if (*at == 0 || *at == '\n') *at = ' ';
        }
        if (count > 0) length += (int)count;
    }
    line[length++] = '\n';
    int output = open(path, O_WRONLY | O_APPEND | O_CREAT, 0644);
    if (output < 0) return;
    if (write(output, line, (size_t)length) < 0) _exit(1);
    close(output);
}
