#pragma once
#include <stdbool.h>
#include <stddef.h>

// libcurl on one thread of its own, fed by other threads, which wake it only while it waits.

struct transfer {
    void *easy;
    char *url;
    char *body;
    size_t length, capacity;
    void (*done)(struct transfer *transfer);  // on the network thread
    void *context;
    struct transfer *next;
};

void network_start(const char *port);
const char *network_port(void);

// `room` is the longest URL it will have.
struct transfer *transfer_create(size_t room, void (*done)(struct transfer *), void *context);
void transfer_start(struct transfer *transfer);
