// Loads of subscribers: many polls that wait, and messages that answer them.

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "client.h"
#include "loads.h"
#include "tools.h"

static void subscribe(struct client *client, int number) {
    char target[256];
    snprintf(target, sizeof target, "/v2/subscribe/demo/room/0?tt=%llu&uuid=client-%d&heartbeat=300",
             (unsigned long long)client->cursor, number);
    client_get(client, target);
}

// Opens connections whose polls wait for messages, and an epoll instance for them.
static struct client *open_polls(const int *ports, int servers, int count, int *epoll) {
    lift_file_limit();
    struct client *polls = allocate((size_t)count, sizeof *polls);
    *epoll = epoll_create1(0);
    for (int index = 0; index < count; index++) {
        struct client *poll = &polls[index];
        client_open(poll, ports[index % servers]);
        subscribe(poll, index);
        size_t length;
        poll->cursor = response_cursor(client_wait(poll, &length));
        client_next(poll);
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)index};
        epoll_ctl(*epoll, EPOLL_CTL_ADD, poll->socket, &event);
    }
    for (int index = 0; index < count; index++) subscribe(&polls[index], index);
    return polls;
}

int held_polls(const int *ports, int servers, int count, int rounds) {
    // So many responses at once are few; the pause is in microseconds.
    enum { few = 64, pause = 200 };
    int epoll;
    struct client *polls = open_polls(ports, servers, count, &epoll);
    printf("held %d\n", count);
    fflush(stdout);
    // The memory of the server is measured now, and how much it works.
    while (getchar() != '\n') {
    }

    struct client publisher;
    client_open(&publisher, ports[0]);
    char target[512];
    publish_target(target, sizeof target, "room");
    double *all = allocate((size_t)rounds * (size_t)count, sizeof *all);
    double *last = allocate((size_t)rounds, sizeof *last);
    struct epoll_event events[512];
    for (int round = 0; round < rounds; round++) {
        double start = now_us();
        client_get(&publisher, target);
        for (int answered = 0; answered < count;) {
            int ready = epoll_wait(epoll, events, 512, -1);
            // Lets responses gather. If this thread slept until the next one, the server would pay for waking it thousands of times,
            // which no client on another machine costs it.
            if (ready < few) usleep(pause);
            for (int index = 0; index < ready; index++) {
                struct client *poll = &polls[events[index].data.u32];
                client_receive(poll);
                size_t length;
                char *body = client_body(poll, &length);
                if (!body) continue;
                poll->cursor = response_cursor(body);
                client_next(poll);
                all[(size_t)round * (size_t)count + (size_t)answered++] = now_us() - start;
            }
        }
        last[round] = now_us() - start;
        size_t length;
        client_wait(&publisher, &length);
        for (int index = 0; index < count; index++) subscribe(&polls[index], index);
        // Until all polls wait again.
        usleep(200000);
    }
    print_quantiles("answered-us", all, rounds * count);
    print_quantiles("all-answered-us", last, rounds);
    return 0;
}

int fan_out(int port, int count, int seconds) {
    enum { burst = 20 };
    int epoll;
    struct client *polls = open_polls(&port, 1, count, &epoll), publisher;
    client_open(&publisher, port);
    char target[512], requests[burst * 512];
    publish_target(target, sizeof target, "room");
    size_t length = 0;
    for (int index = 0; index < burst; index++) {
        length += (size_t)snprintf(requests + length, sizeof requests - length,
                                   "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", target);
    }
    struct epoll_event events[512];
    double start = now_us(), end = start + seconds * 1e6;
    uint64_t delivered = 0, responses = 0, published = 0;
    while (now_us() < end) {
        client_send(&publisher, requests, length);
        published += burst;
        int complete = 0;
        while (complete < count) {
            int ready = epoll_wait(epoll, events, 512, -1);
            for (int index = 0; index < ready; index++) {
                struct client *poll = &polls[events[index].data.u32];
                client_receive(poll);
                size_t size;
                char *body = client_body(poll, &size);
                if (!body) continue;
                responses++;
                int messages = response_messages(body, size);
                delivered += (uint64_t)messages;
                poll->received += (uint64_t)messages;
                complete += poll->received == published;
                poll->cursor = response_cursor(body);
                client_next(poll);
                subscribe(poll, (int)events[index].data.u32);
            }
        }
        for (int index = 0; index < burst; index++) {
            size_t size;
            client_wait(&publisher, &size);
        }
    }
    double elapsed = (now_us() - start) / 1e6;
    printf("deliveries-per-second %.0f\n", (double)delivered / elapsed);
    printf("responses-per-second %.0f\n", (double)responses / elapsed);
    return 0;
}
