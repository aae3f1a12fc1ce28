#include "callbacks.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct call {
    void (*function)(void *);
    void *context;
};

enum { room = 1 << 16 };

static struct call calls[room];
static unsigned head, tail;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static pthread_cond_t emptied = PTHREAD_COND_INITIALIZER;

void callbacks_post(void (*function)(void *), void *context) {
    pthread_mutex_lock(&lock);
    while (tail - head == room) pthread_cond_wait(&emptied, &lock);
    calls[tail++ % room] = (struct call){function, context};
    bool was_empty = tail - head == 1;
    pthread_mutex_unlock(&lock);
    if (was_empty) pthread_cond_signal(&filled);
}

static void *run(void *unused) {
    (void)unused;
    for (;;) {
        pthread_mutex_lock(&lock);
        while (head == tail) pthread_cond_wait(&filled, &lock);
        struct call call = calls[head++ % room];
        if (tail - head == room - 1) pthread_cond_signal(&emptied);
        pthread_mutex_unlock(&lock);
        call.function(call.context);
    }
    return NULL;
}

void callbacks_start(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
}
