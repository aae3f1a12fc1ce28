#pragma once
#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// What the kernel offers to learn of its network and clocks, and Swift's Glibc module leaves out.

// A socket that hears of links, addresses and routes; -1 and errno where that is not allowed.
// The date in units of 100 ns since 1970 UTC. In Swift, the members of timespec belong to a module that depends on what else
// a program builds.
static inline uint64_t clinux_date(void) {
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec < 0 ? 0 : (uint64_t)now.tv_sec * 10000000 + (uint64_t)now.tv_nsec / 100;
}

static inline int clinux_open_netlink(void) {
    int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
    if (fd < 0) return -1;
    struct sockaddr_nl name = {
        .nl_family = AF_NETLINK,
        .nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_IFADDR | RTMGRP_IPV6_ROUTE,
    };
    if (bind(fd, (struct sockaddr *)&name, sizeof name) == 0) return fd;
    int reason = errno;
    close(fd);
    errno = reason;
    return -1;
}

// Bytes of one datagram of the kernel's; 0 for one of anybody else's; -1 and errno when there is none.
static inline ssize_t clinux_receive_netlink(int fd, void *bytes, size_t capacity) {
    struct sockaddr_nl sender = {0};
    socklen_t length = sizeof sender;
    ssize_t count = recvfrom(fd, bytes, capacity, 0, (struct sockaddr *)&sender, &length);
    return count > 0 && sender.nl_pid != 0 ? 0 : count;
}

// Lets a wall clock timer become readable when the clock is set or the machine wakes, and practically never else.
static inline int clinux_arm_clock(int fd) {
    struct itimerspec far = {.it_value = {.tv_sec = (time_t)1 << 33}};
    return timerfd_settime(fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &far, NULL);
}

// Makes it ready for the next time.
static inline int clinux_rearm_clock(int fd) {
    uint64_t count;
    ssize_t ignored = read(fd, &count, sizeof count);
    (void)ignored;
    return clinux_arm_clock(fd);
}

static inline int clinux_open_clock(void) {
    int fd = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
    if (fd >= 0) clinux_arm_clock(fd);
    return fd;
}

static inline int clinux_open_wakeup(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static inline int clinux_open_queue(void) { return epoll_create1(EPOLL_CLOEXEC); }

static inline int clinux_observe(int queue, int fd) {
    struct epoll_event event = {.events = EPOLLIN, .data = {.fd = fd}};
    return epoll_ctl(queue, EPOLL_CTL_ADD, fd, &event);
}

static inline int clinux_forget(int queue, int fd) { return epoll_ctl(queue, EPOLL_CTL_DEL, fd, NULL); }

// One descriptor that has something; -1 when the time was over first; -2 and errno when the wait was broken off.
static inline int clinux_wait(int queue, int milliseconds) {
    struct epoll_event event;
    int count = epoll_wait(queue, &event, 1, milliseconds);
    return count > 0 ? event.data.fd : count - 1;
}

static inline int clinux_set_user_timeout(int fd, unsigned int milliseconds) {
    return setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds, sizeof milliseconds);
}
