#pragma once
#include <stddef.h>
#include <stdint.h>

// The size of a payload that is a string: 100 bytes of JSON, encrypted with the cipher key "enigma" and a random vector.
enum { encrypted_bytes = 174 };

// A complete response holding a subscribe v2 page of 100 messages, with fresh timetokens at each call.
// The bytes stay valid until the next call.
const char *page_response(size_t payload_bytes, int channels, const char *prefix, size_t prefix_length, uint64_t *clock,
                          size_t *length);

// Writes the 17 digits of a timetoken.
void write_timetoken(char *at, uint64_t timetoken);
