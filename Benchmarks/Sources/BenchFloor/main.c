// The floor: what libcurl, C and nothing else take for the same work. Usage: SCENARIO PORT AMOUNT

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "callbacks.h"
#include "measure.h"
#include "network.h"
#include "scenarios.h"

// Whether the scenario has this form; `%n` at the end of the form sets `end`.
static bool is_whole(const char *scenario, int end) { return end && !scenario[end]; }

int main(int count, char **arguments) {
    if (count < 4) {
        fprintf(stderr, "usage: %s SCENARIO PORT AMOUNT\n", arguments[0]);
        return 64;
    }
    raise_open_files();
    const char *scenario = arguments[1];
    double amount = atof(arguments[3]);
    network_start(arguments[2]);
    callbacks_start();
    int channels = 0, publish_end = 0, ingest_end = 0;
    sscanf(scenario, "publish-%d%n", &channels, &publish_end);
    sscanf(scenario, "ingest-%d-channels%n", &channels, &ingest_end);
    if (is_whole(scenario, publish_end)) publish(channels, (long)amount, false);
    else if (is_whole(scenario, ingest_end)) ingest("page100-", channels, (long)amount);
    else if (!strcmp(scenario, "publish-percentiles")) publish(1, (long)amount, true);
    else if (!strcmp(scenario, "publish-to-receive")) publish_to_receive((long)amount);
    else if (!strcmp(scenario, "ingest-100")) ingest("page100-", 1, (long)amount);
    else if (!strcmp(scenario, "ingest-1k")) ingest("page1k-", 1, (long)amount);
    else if (!strcmp(scenario, "ingest-long")) ingest("page100-", 1, (long)amount);
    else if (!strcmp(scenario, "waiting")) wait_in_poll(amount);
    else if (!strcmp(scenario, "memory")) memory_per_client((int)amount);
    else if (!strcmp(scenario, "crypto")) encrypt_and_decrypt((long)amount);
    else return 64;
    return 0;
}
