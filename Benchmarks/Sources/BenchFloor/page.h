#pragma once
#include <stddef.h>

struct slice {
    const char *bytes;
    size_t length;
};

// Finds the cursor and the text of every message of a subscribe v2 page, in one pass.
size_t split_page(const char *page, size_t length, struct slice *messages, size_t room, struct slice *cursor);
