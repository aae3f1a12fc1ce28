#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "callbacks.h"
#include "measure.h"
#include "network.h"
#include "scenarios.h"

static const char text[] = "\"The quick brown fox jumps over the lazy dog, and then it does so again, as one hundred bytes need.\"";

struct channel {
    int number;
    double started;
    struct transfer *transfer;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t finished = PTHREAD_COND_INITIALIZER;
static bool is_finished;
static long started, completed, total, warm;
static double *latencies;
static double start_time, start_cpu;

static char *escape(char *to, const char *from) {
    for (; *from; from++) {
        unsigned char byte = (unsigned char)*from;
        bool is_plain = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') ||
                        byte == '-' || byte == '_' || byte == '.';
        if (is_plain) {
            *to++ = (char)byte;
        } else {
            *to++ = '%';
            *to++ = "0123456789ABCDEF"[byte >> 4];
            *to++ = "0123456789ABCDEF"[byte & 15];
        }
    }
    *to = 0;
    return to;
}

static void send_next(struct channel *channel) {
    started++;
    channel->started = now_seconds();
    char *url = channel->transfer->url;
    url += sprintf(url, "http://127.0.0.1:%s/publish/demo/demo/0/bench%d/0/", network_port(), channel->number);
    url = escape(url, text);
    strcpy(url, "?uuid=publisher&pnsdk=PubNub-Bench%2F1.0");
    transfer_start(channel->transfer);
}

static void on_sent(void *context) {
    struct channel *channel = context;
    if (completed >= warm) latencies[completed - warm] = now_seconds() - channel->started;
    if (++completed == warm) {
        start_time = now_seconds();
        start_cpu = cpu_seconds();
    }
    if (completed == total) {
        pthread_mutex_lock(&lock);
        is_finished = true;
        pthread_cond_signal(&finished);
        pthread_mutex_unlock(&lock);
    }
    if (started < total) send_next(channel);
}

static void done(struct transfer *transfer) {
    static const char sent[] = "[1,\"Sent\",\"";
    bool is_sent = transfer->length > sizeof sent && !memcmp(transfer->body, sent, sizeof sent - 1);
    if (!is_sent || !strtoull(transfer->body + sizeof sent - 1, NULL, 10)) exit(2);
    callbacks_post(on_sent, transfer->context);
}

static void begin(void *context) { send_next(context); }

void publish(int channels, long count, bool reports_percentiles) {
    warm = count / 10;
    total = count + warm;
    latencies = calloc((size_t)total, sizeof *latencies);
    for (int number = 0; number < channels; number++) {
        struct channel *channel = calloc(1, sizeof *channel);
        channel->number = number;
        channel->transfer = transfer_create(1024, done, channel);
        callbacks_post(begin, channel);
    }
    pthread_mutex_lock(&lock);
    while (!is_finished) pthread_cond_wait(&finished, &lock);
    pthread_mutex_unlock(&lock);
    double time = now_seconds() - start_time, cpu = cpu_seconds() - start_cpu;
    report("median-us", median(latencies, (size_t)count) * 1e6);
    report("cpu-us", cpu / (double)count * 1e6);
    report("per-second", (double)count / time);
    if (reports_percentiles) report_percentiles(latencies, (size_t)count);
}
