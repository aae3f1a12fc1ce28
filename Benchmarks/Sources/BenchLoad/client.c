#define _GNU_SOURCE
#include "client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void fail(const char *what) {
    perror(what);
    exit(1);
}

void client_open(struct client *client, int port) {
    memset(client, 0, sizeof *client);
    client->socket = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (client->socket < 0 || connect(client->socket, (struct sockaddr *)&address, sizeof address)) fail("connect");
    setsockopt(client->socket, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
}

void client_send(struct client *client, const char *bytes, size_t length) {
    while (length) {
        ssize_t sent = send(client->socket, bytes, length, MSG_NOSIGNAL);
        if (sent < 0) fail("send");
        bytes += sent;
        length -= (size_t)sent;
    }
}

void client_get(struct client *client, const char *target) {
    char request[2048];
    int length = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", target);
    client_send(client, request, (size_t)length);
}

bool client_receive(struct client *client) {
    if (client->capacity - client->length < 1024) {
        client->capacity = client->capacity ? 2 * client->capacity : 2048;
        client->in = realloc(client->in, client->capacity + 1);
    }
    ssize_t got = recv(client->socket, client->in + client->length, client->capacity - client->length, MSG_DONTWAIT);
    if (got > 0) {
        client->length += (size_t)got;
        client->in[client->length] = 0;
        return true;
    }
    if (got < 0 && errno == EAGAIN) return false;
    if (got < 0) fail("recv");
    fprintf(stderr, "the server closed a connection\n");
    exit(1);
}

char *client_body(struct client *client, size_t *length) {
    if (!client->length) return NULL;
    char *head_end = strstr(client->in, "\r\n\r\n");
    if (!head_end) return NULL;
    char *field = strcasestr(client->in, "\r\ncontent-length:");
    size_t content = field && field < head_end ? strtoul(field + 17, NULL, 10) : 0;
    char *body = head_end + 4;
    size_t end = (size_t)(body - client->in) + content;
    if (client->length < end) return NULL;
    if (strncmp(client->in, "HTTP/1.1 200", 12)) {
        fprintf(stderr, "unexpected response: %.*s\n", (int)(end < 400 ? end : 400), client->in);
        exit(1);
    }
    client->response_end = end;
    *length = content;
    return body;
}

void client_next(struct client *client) {
    client->length -= client->response_end;
    memmove(client->in, client->in + client->response_end, client->length);
    if (client->in) client->in[client->length] = 0;
    client->response_end = 0;
}

char *client_wait(struct client *client, size_t *length) {
    if (client->response_end) client_next(client);
    char *body;
    while (!(body = client_body(client, length))) {
        struct pollfd ready = {.fd = client->socket, .events = POLLIN};
        poll(&ready, 1, -1);
        client_receive(client);
    }
    return body;
}

void client_close(struct client *client) {
    close(client->socket);
    free(client->in);
    memset(client, 0, sizeof *client);
}
