// The server both sides are measured against: just enough of the service, and as little work as it takes.
// Prints its port and runs until its standard input ends.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "connection.h"
#include "pages.h"

enum { remembered = 1024 };

struct message {
    uint64_t timetoken, channel;
    char *envelope;
    size_t length;
};

static struct message history[remembered];
static uint64_t published;
static uint64_t tick = 17000000000000000;
static struct connection parked = {.next_parked = &parked, .previous_parked = &parked};

static uint64_t hash(const char *text, size_t length) {
    uint64_t value = 1469598103934665603u;
    for (size_t index = 0; index < length; index++) value = (value ^ (unsigned char)text[index]) * 1099511628211u;
    return value;
}

static size_t segment(const char *text) { return strcspn(text, "/? "); }

static int nibble(char digit) { return digit <= '9' ? digit - '0' : (digit | 32) - 'a' + 10; }

static size_t unescape(char *to, const char *from, size_t length) {
    char *start = to;
    for (size_t index = 0; index < length; index++) {
        if (from[index] == '%' && index + 2 < length) {
            *to++ = (char)(nibble(from[index + 1]) << 4 | nibble(from[index + 2]));
            index += 2;
        } else {
            *to++ = from[index];
        }
    }
    return (size_t)(to - start);
}

static void unpark(struct connection *connection) {
    connection->next_parked->previous_parked = connection->previous_parked;
    connection->previous_parked->next_parked = connection->next_parked;
    connection->is_parked = false;
}

static bool listens(const struct connection *connection, uint64_t channel) {
    for (int index = 0; index < connection->channel_count; index++) {
        if (connection->channels[index] == channel) return true;
    }
    return false;
}

static void reply_page(struct connection *connection, const char *envelopes, size_t length) {
    char head[64] = "{\"t\":{\"t\":\"";
    write_timetoken(head + 11, tick);
    memcpy(head + 28, "\",\"r\":1},\"m\":[", 15);
    size_t head_length = strlen(head);
    char *body = malloc(head_length + length + 2);
    memcpy(body, head, head_length);
    if (length) memcpy(body + head_length, envelopes, length);
    memcpy(body + head_length + length, "]}", 2);
    connection_reply(connection, body, head_length + length + 2);
    free(body);
}

// Path: {pub}/{sub}/0/{channel}/0/{message}
static void publish(struct connection *connection, const char *path) {
    for (int skipped = 0; skipped < 3; skipped++) path += segment(path) + 1;
    size_t channel_length = segment(path);
    const char *channel = path, *text = path + channel_length + 1;
    text += segment(text) + 1;
    size_t text_length = segment(text);

    struct message *message = &history[published++ % remembered];
    message->timetoken = ++tick;
    message->channel = hash(channel, channel_length);
    free(message->envelope);
    message->envelope = malloc(text_length + 2 * channel_length + 160);
    char *at = message->envelope;
    at += sprintf(at, "{\"a\":\"2\",\"f\":0,\"i\":\"publisher\",\"p\":{\"t\":\"%llu\",\"r\":1},\"k\":\"demo\",\"c\":\"%.*s\",\"d\":",
                  (unsigned long long)message->timetoken, (int)channel_length, channel);
    at += unescape(at, text, text_length);
    at += sprintf(at, ",\"b\":\"%.*s\"}", (int)channel_length, channel);
    message->length = (size_t)(at - message->envelope);

    char body[48] = "[1,\"Sent\",\"";
    write_timetoken(body + 11, message->timetoken);
    memcpy(body + 28, "\"]", 2);
    connection_reply(connection, body, 30);

    for (struct connection *waiting = parked.next_parked, *next; waiting != &parked; waiting = next) {
        next = waiting->next_parked;
        if (!listens(waiting, message->channel)) continue;
        unpark(waiting);
        reply_page(waiting, message->envelope, message->length);
    }
}

static int remember_channels(struct connection *connection, const char *names, size_t length) {
    int count = 1;
    for (size_t index = 0; index < length; index++) count += names[index] == ',';
    connection->channels = realloc(connection->channels, (size_t)count * sizeof *connection->channels);
    const char *end = names + length;
    for (int index = 0; index < count; index++) {
        size_t name = strcspn(names, ",/");
        connection->channels[index] = hash(names, name);
        names += name + 1 < (size_t)(end - names) ? name + 1 : (size_t)(end - names);
    }
    return connection->channel_count = count;
}

static bool reply_missed(struct connection *connection) {
    static char envelopes[1 << 20];
    size_t length = 0;
    uint64_t oldest = published > remembered ? published - remembered : 0, index = published;
    while (index > oldest && history[(index - 1) % remembered].timetoken > connection->since) index--;
    for (; index < published; index++) {
        struct message *message = &history[index % remembered];
        if (!listens(connection, message->channel) || length + message->length + 1 > sizeof envelopes) continue;
        if (length) envelopes[length++] = ',';
        memcpy(envelopes + length, message->envelope, message->length);
        length += message->length;
    }
    if (length) reply_page(connection, envelopes, length);
    return length > 0;
}

// Path: {sub}/{channels}/0?…tt=…
static void subscribe(struct connection *connection, const char *path) {
    path += segment(path) + 1;
    size_t length = segment(path);
    const char *query = strchr(path, '?');
    const char *tt = query ? strstr(query, "tt=") : NULL;
    connection->since = tt ? strtoull(tt + 3, NULL, 10) : 0;
    if (!connection->since) return reply_page(connection, NULL, 0);

    static const struct {
        const char *prefix;
        size_t payload;
    } pages[] = {{"page100-", 100}, {"page1k-", 1024}, {"encrypted-", encrypted_bytes}};
    for (size_t kind = 0; kind < sizeof pages / sizeof *pages; kind++) {
        size_t size, prefix = strlen(pages[kind].prefix);
        if (strncmp(path, pages[kind].prefix, prefix)) continue;
        int channels = 1;
        for (size_t index = 0; index < length; index++) channels += path[index] == ',';
        const char *page = page_response(pages[kind].payload, channels, path, prefix, &tick, &size);
        return connection_send(connection, page, size);
    }
    remember_channels(connection, path, length);
    if (reply_missed(connection)) return;
    connection->is_parked = true;
    connection->next_parked = &parked;
    connection->previous_parked = parked.previous_parked;
    parked.previous_parked->next_parked = connection;
    parked.previous_parked = connection;
}

static void handle(struct connection *connection, const char *path) {
    if (!strncmp(path, "/publish/", 9)) return publish(connection, path + 9);
    if (!strncmp(path, "/v2/subscribe/", 14)) return subscribe(connection, path + 14);
    if (!strncmp(path, "/time/", 6)) {
        char body[20] = "[";
        write_timetoken(body + 1, ++tick);
        body[18] = ']';
        return connection_reply(connection, body, 19);
    }
    static const char ok[] = "{\"status\":200,\"message\":\"OK\",\"service\":\"Presence\"}";
    connection_reply(connection, ok, sizeof ok - 1);
}

static void handle_all(struct connection *connection) {
    char *start = connection->in;
    char *end;
    while ((end = strstr(start, "\r\n\r\n"))) {
        char *path = strchr(start, ' ');
        if (path && path < end) handle(connection, path + 1);
        start = end + 4;
    }
    connection->in_length -= (size_t)(start - connection->in);
    memmove(connection->in, start, connection->in_length + 1);
}

static void accept_all(int listener, int epoll) {
    int socket;
    while ((socket = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
        setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
        struct connection *connection = calloc(1, sizeof *connection);
        connection->socket = socket;
        struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data.ptr = connection};
        epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event);
    }
}

static int start_listening(void) {
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    if (bind(listener, (struct sockaddr *)&address, length) || listen(listener, 4096)) exit(1);
    getsockname(listener, (struct sockaddr *)&address, &length);
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    return listener;
}

int main(void) {
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    int epoll = epoll_create1(0), listener = start_listening(), input = 0;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = &listener};
    epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
    event = (struct epoll_event){.events = EPOLLIN | EPOLLHUP, .data.ptr = &input};
    epoll_ctl(epoll, EPOLL_CTL_ADD, input, &event);

    struct epoll_event events[256];
    for (;;) {
        int count = epoll_wait(epoll, events, 256, -1);
        for (int index = 0; index < count; index++) {
            if (events[index].data.ptr == &input) return 0;
            if (events[index].data.ptr == &listener) {
                accept_all(listener, epoll);
                continue;
            }
            struct connection *connection = events[index].data.ptr;
            bool is_open = connection_flush(connection);
            if (is_open && events[index].events & ~(unsigned)EPOLLOUT) {
                is_open = connection_receive(connection);
                if (is_open) handle_all(connection);
            }
            if (is_open) continue;
            if (connection->is_parked) unpark(connection);
            connection_free(connection);
        }
    }
}
