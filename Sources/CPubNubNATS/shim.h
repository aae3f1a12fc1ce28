#pragma once
#if !__has_include(<nats/nats.h>)
#error "The headers of NATS are missing. Debian and Ubuntu: apt-get install libnats-dev"
#endif
#include <nats/nats.h>
