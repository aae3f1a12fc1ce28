#pragma once
#include <stdbool.h>

// Each runs one measurement and reports it.

void publish(int channels, long count, bool reports_percentiles);
void publish_to_receive(long count);
void ingest(const char *channel_prefix, int channels, long messages);
void wait_in_poll(double seconds);
void memory_per_client(int clients);
void encrypt_and_decrypt(long count);

// A poll of the given channels from the given position, into the transfer's URL.
struct transfer;
void aim_poll(struct transfer *transfer, const char *channels, const char *timetoken, int length);
