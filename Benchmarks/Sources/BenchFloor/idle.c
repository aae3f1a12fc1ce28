#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "measure.h"
#include "network.h"
#include "scenarios.h"

static atomic_int waiting;

static void sleep_for(double seconds) {
    struct timespec time = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&time, NULL);
}

static void on_first_answer(struct transfer *transfer) {
    aim_poll(transfer, "quiet", "19000000000000000", 17);
    transfer_start(transfer);
    waiting++;
}

static void wait_for(int count) {
    while (waiting < count) sleep_for(0.01);
    sleep_for(0.3);
}

static void start_poll(void) {
    struct transfer *poll = transfer_create(256, on_first_answer, NULL);
    aim_poll(poll, "quiet", "0", 1);
    transfer_start(poll);
}

void wait_in_poll(double seconds) {
    start_poll();
    wait_for(1);
    long switches = context_switches();
    double cpu = cpu_seconds();
    sleep_for(seconds);
    cpu = cpu_seconds() - cpu;
    // Going to sleep is one of them.
    switches = context_switches() - switches - 1;
    report("switches-per-minute", (double)switches * 60 / seconds);
    report("cpu-ms-per-minute", cpu * 1000 * 60 / seconds);
}

void memory_per_client(int clients) {
    start_poll();
    wait_for(1);
    double before = resident_kib();
    for (int client = 0; client < clients; client++) start_poll();
    wait_for(clients + 1);
    report("kib-per-client", (resident_kib() - before) / clients);
}
