#pragma once

// The thread on which an app's code runs, and the queue that leads to it.

void callbacks_start(void);
void callbacks_post(void (*function)(void *context), void *context);
