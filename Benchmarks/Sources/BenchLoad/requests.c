// Loads of single requests: latency, and filling a data file.

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

#include "client.h"
#include "loads.h"
#include "tools.h"

int publish_latency(int port, int count) {
    struct client client;
    client_open(&client, port);
    char target[512];
    publish_target(target, sizeof target, "room");
    double *times = allocate((size_t)count, sizeof *times);
    size_t length;
    for (int index = -count / 10; index < count; index++) {
        double start = now_us();
        client_get(&client, target);
        client_wait(&client, &length);
        if (index >= 0) times[index] = now_us() - start;
    }
    print_quantiles("publish-us", times, count);
    return 0;
}

// Writes the request with a number and returns its length.
typedef int (*write_request)(char *request, size_t size, int number);

// Sends requests 0 to count - 1, each of `connections` connections one at a time.
static void send_all(int port, int count, int connections, write_request write) {
    int epoll = epoll_create1(0), sent = 0, done = 0;
    struct client *clients = allocate((size_t)connections, sizeof *clients);
    char request[2048];
    for (int index = 0; index < connections; index++) {
        client_open(&clients[index], port);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &clients[index]};
        epoll_ctl(epoll, EPOLL_CTL_ADD, clients[index].socket, &event);
        if (sent < count) client_send(&clients[index], request, (size_t)write(request, sizeof request, sent++));
    }
    struct epoll_event events[64];
    while (done < count) {
        int ready = epoll_wait(epoll, events, 64, -1);
        for (int index = 0; index < ready; index++) {
            struct client *client = events[index].data.ptr;
            client_receive(client);
            size_t length;
            if (!client_body(client, &length)) continue;
            client_next(client);
            done++;
            if (sent < count) client_send(client, request, (size_t)write(request, sizeof request, sent++));
        }
    }
    for (int index = 0; index < connections; index++) client_close(&clients[index]);
    free(clients);
}

static int write_message(char *request, size_t size, int number) {
    char target[512], channel[32];
    snprintf(channel, sizeof channel, "bench-%d", number % channels);
    publish_target(target, sizeof target, channel);
    return snprintf(request, size, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", target);
}

static int write_user(char *request, size_t size, int number) {
    char body[256];
    int length = snprintf(body, sizeof body,
                          "{\"name\":\"User %d\",\"email\":\"user%d@example.com\",\"custom\":{\"score\":%d}}", number,
                          number, number % 1000);
    return snprintf(request, size,
                    "PATCH /v2/objects/demo/uuids/user-%d HTTP/1.1\r\nHost: localhost\r\n"
                    "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
                    number, length, body);
}

int fill_messages(int port, int count) {
    send_all(port, count, 256, write_message);
    return 0;
}

int fill_users(int port, int count) {
    send_all(port, count, 256, write_user);
    return 0;
}
