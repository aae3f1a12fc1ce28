#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A keep-alive connection to a server on the loopback interface.
struct client {
    int socket;
    char *in;
    size_t length, capacity;
    // Where the complete response ends; 0 without one.
    size_t response_end;
    // The timetoken that the next poll continues from.
    uint64_t cursor;
    uint64_t received;
};

// Ends the program with a message if the server does not accept the connection.
void client_open(struct client *client, int port);

// Sends a GET request for a path with its query.
void client_get(struct client *client, const char *target);

void client_send(struct client *client, const char *bytes, size_t length);

// Reads what has arrived. Returns false without anything to read. Ends the program when the server closes the connection.
bool client_receive(struct client *client);

// The body of the first response, with a NUL behind it; NULL if it is not complete. Ends the program if its status is not 200.
char *client_body(struct client *client, size_t *length);

// Drops the response that client_body returned.
void client_next(struct client *client);

// Waits for one response and returns its body, which the next call overwrites.
char *client_wait(struct client *client, size_t *length);

void client_close(struct client *client);
