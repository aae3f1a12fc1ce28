#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// One client connection: what came and is not handled, what could not be sent yet, and the poll it may wait in.
struct connection {
    int socket;
    char *in;
    size_t in_length, in_capacity;
    char *out;
    size_t out_length, out_sent;
    bool is_parked;
    uint64_t since;
    uint64_t *channels;
    int channel_count;
    struct connection *next_parked, *previous_parked;
};

// Both return false when the connection is to be closed.
bool connection_receive(struct connection *connection);
bool connection_flush(struct connection *connection);

void connection_send(struct connection *connection, const char *bytes, size_t length);

// Sends a 200 response with the usual headers.
void connection_reply(struct connection *connection, const char *body, size_t length);

void connection_free(struct connection *connection);
