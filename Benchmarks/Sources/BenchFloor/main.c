// The floor: what libcurl, C and nothing else take for the same work. Usage: SCENARIO PORT AMOUNT

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "callbacks.h"
#include "measure.h"
#include "network.h"
#include "scenarios.h"

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
    if (!strcmp(scenario, "publish-1")) publish(1, (long)amount);
    else if (!strcmp(scenario, "publish-8")) publish(8, (long)amount);
    else if (!strcmp(scenario, "publish-to-receive")) publish_to_receive((long)amount);
    else if (!strcmp(scenario, "ingest-100")) ingest("page100-", 1, (long)amount);
    else if (!strcmp(scenario, "ingest-1k")) ingest("page1k-", 1, (long)amount);
    else if (!strcmp(scenario, "ingest-long")) ingest("page100-", 1, (long)amount);
    else if (!strcmp(scenario, "ingest-1000-channels")) ingest("page100-", 1000, (long)amount);
    else if (!strcmp(scenario, "waiting")) wait_in_poll(amount);
    else if (!strcmp(scenario, "memory")) memory_per_client((int)amount);
    else if (!strcmp(scenario, "crypto")) encrypt_and_decrypt((long)amount);
    else return 64;
    return 0;
}
