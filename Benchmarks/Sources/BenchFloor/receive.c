#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "callbacks.h"
#include "measure.h"
#include "network.h"
#include "page.h"
#include "scenarios.h"

enum { most_messages = 1000 };

struct batch {
    char *page;
    size_t count;
    struct slice messages[most_messages];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t finished = PTHREAD_COND_INITIALIZER;
static bool is_finished;
static char *channels;
static long received, total, warm;
static double start_time, start_cpu, start_memory, published_at;
static double *latencies;
static size_t seen_bytes;
static struct transfer *publisher;

static void finish(void) {
    pthread_mutex_lock(&lock);
    is_finished = true;
    pthread_cond_signal(&finished);
    pthread_mutex_unlock(&lock);
}

static void wait_until_finished(void) {
    pthread_mutex_lock(&lock);
    while (!is_finished) pthread_cond_wait(&finished, &lock);
    pthread_mutex_unlock(&lock);
}

void aim_poll(struct transfer *transfer, const char *names, const char *timetoken, int length) {
    sprintf(transfer->url,
            "http://127.0.0.1:%s/v2/subscribe/demo/%s/0?tt=%.*s&tr=1&uuid=subscriber&pnsdk=PubNub-Bench%%2F1.0",
             network_port(), names, length, timetoken);
}

static void publish_next(void) {
    published_at = now_seconds();
    sprintf(publisher->url,
            "http://127.0.0.1:%s/publish/demo/demo/0/%s/0/%%22The%%20quick%%20brown%%20fox%%20jumps%%20over%%20the%%20lazy"
             "%%20dog%%2C%%20and%%20then%%20it%%20does%%20so%%20again%%2C%%20as%%20one%%20hundred%%20bytes%%20need.%%22"
             "?uuid=publisher&pnsdk=PubNub-Bench%%2F1.0",
             network_port(), channels);
    transfer_start(publisher);
}

// What an app's closure does with a message.
static void on_message(struct slice message) {
    seen_bytes += message.length;
    received++;
    if (received == warm) {
        start_time = now_seconds();
        start_cpu = cpu_seconds();
        start_memory = resident_kib();
    }
    if (received == total) finish();
}

static void on_batch(void *context) {
    struct batch *batch = context;
    for (size_t index = 0; index < batch->count && received < total; index++) on_message(batch->messages[index]);
    free(batch->page);
    free(batch);
}

static void on_round_trip(void *context) {
    double latency = now_seconds() - published_at;
    struct batch *batch = context;
    if (batch->count) {
        if (received >= warm && received < total) latencies[received - warm] = latency;
        on_message(batch->messages[0]);
    }
    free(batch->page);
    free(batch);
    if (received < total) publish_next();
}

static void on_poll(struct transfer *transfer) {
    struct batch *batch = malloc(sizeof *batch);
    struct slice cursor = {0};
    batch->count = split_page(transfer->body, transfer->length, batch->messages, most_messages, &cursor);
    batch->page = transfer->body;
    transfer->body = NULL;
    transfer->capacity = 0;
    // Asking for more comes first, handing over second.
    aim_poll(transfer, channels, cursor.bytes, (int)cursor.length);
    transfer_start(transfer);
    callbacks_post(publisher ? on_round_trip : on_batch, batch);
}

static void nothing(void *context) { (void)context; }

static void on_sent(struct transfer *transfer) {
    (void)transfer;
    callbacks_post(nothing, NULL);
}

static void begin(long count) {
    warm = count / 10 + 1;
    total = count + warm;
    latencies = calloc((size_t)total, sizeof *latencies);
    struct transfer *poll = transfer_create(strlen(channels) + 256, on_poll, NULL);
    aim_poll(poll, channels, "0", 1);
    transfer_start(poll);
    wait_until_finished();
}

void publish_to_receive(long count) {
    channels = "bench";
    publisher = transfer_create(1024, on_sent, NULL);
    begin(count);
    report("median-us", median(latencies, (size_t)count) * 1e6);
    report("cpu-us", (cpu_seconds() - start_cpu) / (double)count * 1e6);
}

void ingest(const char *prefix, int count, long messages) {
    channels = malloc((size_t)count * 32);
    char *at = channels;
    for (int index = 0; index < count; index++) at += sprintf(at, "%s%s%d", index ? "," : "", prefix, index);
    begin(messages);
    report("per-second", (double)messages / (now_seconds() - start_time));
    report("cpu-us", (cpu_seconds() - start_cpu) / (double)messages * 1e6);
    report("grown-kib", resident_kib() - start_memory);
}
