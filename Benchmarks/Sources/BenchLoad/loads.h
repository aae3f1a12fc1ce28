#pragma once

// Each runs one load against the server at a port and prints figures, one a line: a name and a number.

// Publishes messages one after the other and prints the quantiles of the time to the acknowledgement.
int publish_latency(int port, int count);

// Holds polls at one or more servers in turn, waits for a line on the standard input, and then publishes one message a round at the first server,
// which answers all of them.
int held_polls(const int *ports, int servers, int polls, int rounds);

// Publishes bursts to subscribers of one channel, which poll again as soon as they have a response.
int fan_out(int port, int subscribers, int seconds);

// Stores so many messages on 64 channels, or so many users.
int fill_messages(int port, int count);
int fill_users(int port, int count);

// Publishers, subscribers that come and go, pages of history and users, for some seconds.
int soak(int port, int seconds);
