// Loads for a server: see loads.h. Figures go to the standard output.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loads.h"

static int usage(void) {
    fprintf(stderr, "usage: BenchLoad latency|held|fan-out|fill-messages|fill-users|soak PORT AMOUNT [ROUNDS [PORT...]]\n");
    return 64;
}

int main(int count, char **arguments) {
    if (count < 4) return usage();
    const char *load = arguments[1];
    int port = atoi(arguments[2]), amount = atoi(arguments[3]), rounds = count > 4 ? atoi(arguments[4]) : 10;
    if (port <= 0 || amount <= 0 || rounds <= 0) return usage();
    if (!strcmp(load, "latency")) return publish_latency(port, amount);
    if (!strcmp(load, "held")) {
        // Further servers of a cluster, which hold a part of the polls each.
        enum { most = 16 };
        int ports[most] = {port}, servers = 1;
        for (int index = 5; index < count && servers < most; index++) ports[servers++] = atoi(arguments[index]);
        return held_polls(ports, servers, amount, rounds);
    }
    if (!strcmp(load, "fan-out")) return fan_out(port, amount, rounds);
    if (!strcmp(load, "fill-messages")) return fill_messages(port, amount);
    if (!strcmp(load, "fill-users")) return fill_users(port, amount);
    if (!strcmp(load, "soak")) return soak(port, amount);
    return usage();
}
