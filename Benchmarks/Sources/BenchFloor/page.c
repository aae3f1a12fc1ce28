#include "page.h"

#include <stdbool.h>
#include <string.h>

static const char *skip_string(const char *at, const char *end) {
    const char *start = at;
    while ((at = memchr(at + 1, '"', (size_t)(end - at - 1)))) {
        const char *slash = at;
        while (slash[-1] == '\\' && slash - 1 > start) slash--;
        if ((at - slash) % 2 == 0) return at + 1;
    }
    return end;
}

static const char *skip_value(const char *at, const char *end) {
    if (*at == '"') return skip_string(at, end);
    if (*at != '{' && *at != '[') {
        while (at < end && *at != ',' && *at != '}' && *at != ']') at++;
        return at;
    }
    int depth = 0;
    while (at < end) {
        if (*at == '"') {
            at = skip_string(at, end);
            continue;
        }
        if (*at == '{' || *at == '[') depth++;
        if ((*at == '}' || *at == ']') && --depth == 0) return at + 1;
        at++;
    }
    return end;
}

// Steps to the next member of an object; false at its end.
static bool next_member(const char **at, const char *end, struct slice *key, struct slice *value) {
    const char *text = *at;
    if (text >= end || *text == '}') return false;
    if (*text == ',' || *text == '{') text++;
    if (text >= end || *text == '}') return false;
    key->bytes = text + 1;
    text = skip_string(text, end);
    key->length = (size_t)(text - 1 - key->bytes);
    value->bytes = ++text;
    text = skip_value(text, end);
    value->length = (size_t)(text - value->bytes);
    *at = text;
    return true;
}

size_t split_page(const char *page, size_t length, struct slice *messages, size_t room, struct slice *cursor) {
    const char *end = page + length, *at = page;
    struct slice key, value;
    size_t count = 0;
    while (next_member(&at, end, &key, &value)) {
        if (*key.bytes == 't') {
            const char *token = value.bytes;
            if (next_member(&token, end, &key, &value)) *cursor = (struct slice){value.bytes + 1, value.length - 2};
            continue;
        }
        for (const char *envelope = value.bytes + 1; count < room && *envelope == '{'; envelope++) {
            while (next_member(&envelope, end, &key, &value)) {
                if (key.length == 1 && *key.bytes == 'd') messages[count] = value;
            }
            count++;
            if (*++envelope != ',') break;
        }
    }
    return count;
}
