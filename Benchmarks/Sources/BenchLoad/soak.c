// The load of a day in some minutes: publishers, subscribers that come and go, pages of history, users.

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

#include "client.h"
#include "loads.h"
#include "tools.h"

enum { publishers = 16, subscribers = 300, readers = 4, writers = 4, responses_per_visit = 40, users = 50 };

enum role { publisher, subscriber, reader, writer };

struct visitor {
    struct client client;
    enum role role;
    int number;
    // Responses since it connected.
    int responses;
};

static uint64_t requests, deliveries, connections;

static void send_next(struct visitor *visitor) {
    static uint64_t turn;
    char target[512], channel[32];
    snprintf(channel, sizeof channel, "bench-%d", (int)(turn++ % channels));
    requests++;
    switch (visitor->role) {
    case publisher:
        publish_target(target, sizeof target, channel);
        break;
    case subscriber:
        snprintf(target, sizeof target, "/v2/subscribe/demo/bench-%d/0?tt=%llu&uuid=client-%d&heartbeat=300",
                 visitor->number % channels, (unsigned long long)visitor->client.cursor, visitor->number);
        break;
    case reader:
        snprintf(target, sizeof target, "/v2/history/sub-key/demo/channel/%s?count=100", channel);
        break;
    case writer: {
        char request[1024], body[64];
        int length = snprintf(body, sizeof body, "{\"name\":\"Visit %llu\"}", (unsigned long long)turn);
        int size = snprintf(request, sizeof request,
                            "PATCH /v2/objects/demo/uuids/user-%d HTTP/1.1\r\nHost: localhost\r\n"
                            "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
                            (int)(turn % users), length, body);
        client_send(&visitor->client, request, (size_t)size);
        return;
    }
    }
    client_get(&visitor->client, target);
}

static void arrive(struct visitor *visitor, int port, int epoll) {
    client_open(&visitor->client, port);
    connections++;
    visitor->responses = 0;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = visitor};
    epoll_ctl(epoll, EPOLL_CTL_ADD, visitor->client.socket, &event);
    send_next(visitor);
}

static void take(struct visitor *visitor, int port, int epoll) {
    client_receive(&visitor->client);
    size_t length;
    char *body = client_body(&visitor->client, &length);
    if (!body) return;
    if (visitor->role == subscriber) {
        deliveries += (uint64_t)response_messages(body, length);
        visitor->client.cursor = response_cursor(body);
    }
    client_next(&visitor->client);
    if (++visitor->responses < responses_per_visit || visitor->role != subscriber) return send_next(visitor);
    client_close(&visitor->client);
    arrive(visitor, port, epoll);
}

int soak(int port, int seconds) {
    enum { count = publishers + subscribers + readers + writers };
    static struct visitor visitors[count];
    lift_file_limit();
    int epoll = epoll_create1(0);
    for (int index = 0; index < count; index++) {
        struct visitor *visitor = &visitors[index];
        visitor->number = index;
        visitor->role = index < publishers                           ? publisher
                        : index < publishers + subscribers           ? subscriber
                        : index < publishers + subscribers + readers ? reader
                                                                     : writer;
        arrive(visitor, port, epoll);
    }
    struct epoll_event events[512];
    for (double end = now_us() + seconds * 1e6; now_us() < end;) {
        int ready = epoll_wait(epoll, events, 512, 1000);
        for (int index = 0; index < ready; index++) take(events[index].data.ptr, port, epoll);
    }
    for (int index = 0; index < count; index++) client_close(&visitors[index].client);
    printf("requests %llu\ndeliveries %llu\nconnections %llu\n", (unsigned long long)requests,
           (unsigned long long)deliveries, (unsigned long long)connections);
    return 0;
}
