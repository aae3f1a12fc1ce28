#include "connection.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

bool connection_receive(struct connection *connection) {
    for (;;) {
        if (connection->in_capacity - connection->in_length < 2048) {
            connection->in_capacity = connection->in_capacity ? connection->in_capacity * 2 : 4096;
            connection->in = realloc(connection->in, connection->in_capacity + 1);
        }
        size_t room = connection->in_capacity - connection->in_length;
        ssize_t got = recv(connection->socket, connection->in + connection->in_length, room, 0);
        if (got > 0) {
            connection->in_length += (size_t)got;
            if ((size_t)got < room) break;
        } else {
            if (got < 0 && errno == EAGAIN) break;
            return false;
        }
    }
    connection->in[connection->in_length] = 0;
    return true;
}

static void keep_rest(struct connection *connection, const char *bytes, size_t length) {
    connection->out = realloc(connection->out, connection->out_length + length);
    memcpy(connection->out + connection->out_length, bytes, length);
    connection->out_length += length;
}

void connection_send(struct connection *connection, const char *bytes, size_t length) {
    if (connection->out_length) return keep_rest(connection, bytes, length);
    ssize_t sent = send(connection->socket, bytes, length, MSG_NOSIGNAL);
    if (sent < 0) sent = 0;
    if ((size_t)sent < length) keep_rest(connection, bytes + sent, length - (size_t)sent);
}

bool connection_flush(struct connection *connection) {
    while (connection->out_sent < connection->out_length) {
        ssize_t sent = send(connection->socket, connection->out + connection->out_sent,
                            connection->out_length - connection->out_sent, MSG_NOSIGNAL);
        if (sent < 0) return errno == EAGAIN;
        connection->out_sent += (size_t)sent;
    }
    connection->out_sent = connection->out_length = 0;
    return true;
}

void connection_reply(struct connection *connection, const char *body, size_t length) {
    char response[2048];
    char *buffer = length + 512 > sizeof response ? malloc(length + 512) : response;
    int head = sprintf(buffer,
                       "HTTP/1.1 200 OK\r\nContent-Type: text/javascript; charset=\"UTF-8\"\r\nContent-Length: %zu\r\n"
                       "Connection: keep-alive\r\nCache-Control: no-cache\r\nAccess-Control-Allow-Origin: *\r\n\r\n",
                       length);
    memcpy(buffer + head, body, length);
    connection_send(connection, buffer, length + (size_t)head);
    if (buffer != response) free(buffer);
}

void connection_free(struct connection *connection) {
    close(connection->socket);
    free(connection->in);
    free(connection->out);
    free(connection->channels);
    free(connection);
}
