#include "network.h"

#include <curl/curl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static CURLM *multi;
static pthread_t thread;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct transfer *first, **last = &first;
static bool waits;
static bool has_added;  // by the network thread itself, since it last let libcurl work
static const char *server_port;

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
    struct transfer *transfer = context;
    size_t length = size * count;
    if (transfer->length + length > transfer->capacity) {
        curl_off_t announced = 0;
        curl_easy_getinfo(transfer->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &announced);
        size_t needed = transfer->length + length;
        transfer->capacity = (size_t)announced > needed ? (size_t)announced : needed;
        transfer->body = realloc(transfer->body, transfer->capacity);
    }
    memcpy(transfer->body + transfer->length, bytes, length);
    transfer->length += length;
    return length;
}

struct transfer *transfer_create(size_t room, void (*done)(struct transfer *), void *context) {
    struct transfer *transfer = calloc(1, sizeof *transfer);
    transfer->url = malloc(room + 1);
    transfer->done = done;
    transfer->context = context;
    transfer->easy = curl_easy_init();
    curl_easy_setopt(transfer->easy, CURLOPT_PRIVATE, transfer);
    curl_easy_setopt(transfer->easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(transfer->easy, CURLOPT_TCP_NODELAY, 1L);
    // What spares libcurl work: no search of the environment for proxies, no tidying of paths.
    curl_easy_setopt(transfer->easy, CURLOPT_PROXY, "");
    curl_easy_setopt(transfer->easy, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(transfer->easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(transfer->easy, CURLOPT_BUFFERSIZE, 32768L);
    curl_easy_setopt(transfer->easy, CURLOPT_ACCEPT_ENCODING, "gzip, deflate");
    curl_easy_setopt(transfer->easy, CURLOPT_WRITEFUNCTION, receive);
    curl_easy_setopt(transfer->easy, CURLOPT_WRITEDATA, transfer);
    return transfer;
}

static void add(struct transfer *transfer) {
    transfer->length = 0;
    curl_easy_setopt(transfer->easy, CURLOPT_URL, transfer->url);
    curl_multi_add_handle(multi, transfer->easy);
}

void transfer_start(struct transfer *transfer) {
    if (pthread_equal(pthread_self(), thread)) {
        has_added = true;
        return add(transfer);
    }
    transfer->next = NULL;
    pthread_mutex_lock(&lock);
    *last = transfer;
    last = &transfer->next;
    bool must_wake = waits;
    waits = false;
    pthread_mutex_unlock(&lock);
    if (must_wake) curl_multi_wakeup(multi);
}

static void *run(void *unused) {
    (void)unused;
    for (;;) {
        pthread_mutex_lock(&lock);
        struct transfer *started = first;
        first = NULL;
        last = &first;
        waits = false;
        pthread_mutex_unlock(&lock);
        for (struct transfer *next; started; started = next) {
            next = started->next;
            add(started);
        }
        int running, left;
        has_added = false;
        curl_multi_perform(multi, &running);
        CURLMsg *message;
        while ((message = curl_multi_info_read(multi, &left))) {
            if (message->data.result != CURLE_OK) {
                fprintf(stderr, "floor: %s\n", curl_easy_strerror(message->data.result));
                exit(1);
            }
            struct transfer *transfer;
            curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
            curl_multi_remove_handle(multi, transfer->easy);
            transfer->done(transfer);
        }
        pthread_mutex_lock(&lock);
        waits = !first && !has_added;
        bool may_wait = waits;
        pthread_mutex_unlock(&lock);
        if (may_wait) curl_multi_poll(multi, NULL, 0, INT_MAX, NULL);
    }
    return NULL;
}

void network_start(const char *port) {
    server_port = port;
    curl_global_init(CURL_GLOBAL_DEFAULT);
    multi = curl_multi_init();
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, 4096L);
    pthread_create(&thread, NULL, run, NULL);
}

const char *network_port(void) { return server_port; }
