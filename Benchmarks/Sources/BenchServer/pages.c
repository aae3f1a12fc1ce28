#include "pages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { messages = 100, digits = 17, header_room = 256 };

struct page {
    size_t payload_bytes;
    int channels;
    char prefix[64];
    char *bytes;
    size_t length;
    size_t cursor;
    size_t timetokens[messages];
};

static struct page pages[8];
static int page_count;

void write_timetoken(char *at, uint64_t timetoken) {
    for (int digit = digits - 1; digit >= 0; digit--) {
        at[digit] = (char)('0' + timetoken % 10);
        timetoken /= 10;
    }
}

// A JSON object of exactly `size` bytes: strings, numbers, booleans, an array and a nested object, then padding.
static size_t write_object(char *at, size_t size, int number) {
    char *text = at;
    text += sprintf(text, "{\"id\":%d,\"user\":\"u%03d\",\"ok\":true,\"at\":%d.25", 1000000 + number, number, number % 90 + 10);
    if (size >= 512) {
        text += sprintf(text, ",\"tags\":[\"one\",\"two\",\"three\"],\"place\":{\"lat\":52.5,\"lon\":13.4,\"name\":\"Berlin\"}");
        for (int field = 0; field < 10; field++) {
            text += sprintf(text, ",\"field%d\":\"The value of field %d of message %03d, sixty bytes.\"", field, field, number);
        }
    }
    text += sprintf(text, ",\"text\":\"");
    size_t padding = size - (size_t)(text - at) - 2;
    memset(text, 'x', padding);
    text += padding;
    memcpy(text, "\"}", 2);
    return size;
}

static size_t write_ciphertext(char *at) {
    static const char text[] =
        "\"MDEyMzQ1Njc4OWFiY2RlZi4YoWV7wTJ35kO2HvGAV/N4k+NM+RlzxHXLzsEDxZe7j+AzqVSLfiWSQrXTQnBOGk"
        "9oEsrm9OcgI8tYHOWbEGyqCT0wNdpyJmFH5ZiQplsUo5m2jSz2vixzSv67w5ZYPrz+PDuwKY6v12UfQ5gpgdA=\"";
    memcpy(at, text, encrypted_bytes);
    return encrypted_bytes;
}

static struct page *make_page(size_t payload_bytes, int channels, const char *prefix, size_t prefix_length) {
    struct page *page = &pages[page_count++ % 8];
    free(page->bytes);
    page->payload_bytes = payload_bytes;
    page->channels = channels;
    snprintf(page->prefix, sizeof page->prefix, "%.*s", (int)prefix_length, prefix);

    char *body = malloc(messages * (payload_bytes + 512) + 256);
    char *at = body;
    at += sprintf(at, "{\"t\":{\"t\":\"");
    size_t cursor = (size_t)(at - body);
    at += sprintf(at, "00000000000000000\",\"r\":1},\"m\":[");
    for (int index = 0; index < messages; index++) {
        char channel[96];
        snprintf(channel, sizeof channel, "%s%d", page->prefix, index % channels);
        at += sprintf(at, "%s{\"a\":\"2\",\"f\":0,\"i\":\"publisher\",\"p\":{\"t\":\"", index ? "," : "");
        page->timetokens[index] = (size_t)(at - body);
        at += sprintf(at, "00000000000000000\",\"r\":1},\"k\":\"demo\",\"c\":\"%s\",\"d\":", channel);
        at += payload_bytes == encrypted_bytes ? write_ciphertext(at) : write_object(at, payload_bytes, index);
        at += sprintf(at, ",\"b\":\"%s\"}", channel);
    }
    at += sprintf(at, "]}");
    size_t body_length = (size_t)(at - body);

    page->bytes = malloc(body_length + header_room);
    int head = sprintf(page->bytes,
                       "HTTP/1.1 200 OK\r\nContent-Type: text/javascript; charset=\"UTF-8\"\r\nContent-Length: %zu\r\n"
                       "Connection: keep-alive\r\nCache-Control: no-cache\r\nAccess-Control-Allow-Origin: *\r\n\r\n",
                       body_length);
    memcpy(page->bytes + head, body, body_length);
    free(body);
    page->length = body_length + (size_t)head;
    page->cursor = cursor + (size_t)head;
    for (int index = 0; index < messages; index++) page->timetokens[index] += (size_t)head;
    return page;
}

const char *page_response(size_t payload_bytes, int channels, const char *prefix, size_t prefix_length, uint64_t *clock,
                          size_t *length) {
    struct page *page = NULL;
    for (int index = 0; index < 8; index++) {
        struct page *candidate = &pages[index];
        if (candidate->bytes && candidate->payload_bytes == payload_bytes && candidate->channels == channels &&
            strlen(candidate->prefix) == prefix_length && !memcmp(candidate->prefix, prefix, prefix_length)) {
            page = candidate;
        }
    }
    if (!page) page = make_page(payload_bytes, channels, prefix, prefix_length);
    for (int index = 0; index < messages; index++) {
        write_timetoken(page->bytes + page->timetokens[index], ++*clock);
    }
    write_timetoken(page->bytes + page->cursor, *clock);
    *length = page->length;
    return page->bytes;
}
