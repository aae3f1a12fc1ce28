#pragma once
#if !__has_include(<curl/curl.h>)
#error "The headers of libcurl are missing. Debian and Ubuntu: apt-get install libcurl4-openssl-dev"
#endif
#include <curl/curl.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <linux/sockios.h>
#include <unistd.h>

// libcurl's setters and getters are variadic, which Swift cannot import: one typed function for each kind of value.

static inline CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_headers(CURL *easy, struct curl_slist *value) {
    return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, value);
}

static inline CURLcode ccurl_set_body(CURL *easy, const void *bytes, long count) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE, count);
    return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes);
}

typedef size_t (*ccurl_data_function)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode ccurl_set_writer(CURL *easy, ccurl_data_function function, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
    return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, function);
}

static inline CURLcode ccurl_set_streamed_body(
    CURL *easy, curl_off_t length, ccurl_data_function function, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_POSTFIELDS, NULL);
    if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, length);
    if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_READDATA, context);
    return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_READFUNCTION, function);
}

static inline CURLcode ccurl_set_header_reader(CURL *easy, ccurl_data_function function, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
    return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, function);
}

// Allows HTTP and HTTPS only. A library that does not know the option gets the older one, which later ones may drop.
static inline CURLcode ccurl_allow_http(CURL *easy, CURLoption option) {
    CURLcode code = curl_easy_setopt(easy, option, "http,https");
    if (code != CURLE_UNKNOWN_OPTION) return code;
    // CURLOPT_PROTOCOLS, by its number: its name is a warning in current headers.
    return curl_easy_setopt(easy, (CURLoption)181, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
}

typedef int (*ccurl_send_function)(void *context, char *ip, char *local_ip, int port, int local_port);

static inline CURLcode ccurl_set_before_send(CURL *easy, ccurl_send_function function, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
    return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
}

typedef curl_socket_t (*ccurl_open_function)(void *context, curlsocktype purpose, struct curl_sockaddr *address);
typedef int (*ccurl_close_function)(void *context, curl_socket_t socket);

static inline CURLcode ccurl_set_socket_functions(
    CURL *easy, ccurl_open_function open, void *opener, ccurl_close_function close, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, opener);
    if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open);
    if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, context);
    return code != CURLE_OK ? code : curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, close);
}

static inline long ccurl_get_long(CURL *easy, CURLINFO info) {
    long value = 0;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

static inline curl_off_t ccurl_get_content_length(CURL *easy) {
    curl_off_t value = -1;
    return curl_easy_getinfo(easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &value) == CURLE_OK ? value : -1;
}

static inline const char *ccurl_get_content_type(CURL *easy) {
    char *value = NULL;
    return curl_easy_getinfo(easy, CURLINFO_CONTENT_TYPE, &value) == CURLE_OK ? value : NULL;
}

static inline void *ccurl_get_private(CURL *easy) {
    char *value = NULL;
    return curl_easy_getinfo(easy, CURLINFO_PRIVATE, &value) == CURLE_OK ? value : NULL;
}

// Keeps a descriptor out of the programs that this process starts.
static inline int ccurl_close_on_exec(int descriptor) {
    int flags = fcntl(descriptor, F_GETFD);
    if (flags < 0) return -1;
    return flags & FD_CLOEXEC ? 0 : fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC);
}

// A multi handle owns a pair of sockets that wakes `curl_multi_poll`. Older versions of libcurl open it without
// close-on-exec and name it nowhere, so it is found by its behaviour: after `curl_multi_wakeup` one byte waits in it, and
// after `curl_multi_poll` it does not. Two rounds, so that no socket of another thread is mistaken for it.
enum { ccurl_pair_rounds = 2, ccurl_pair_candidates = 64 };

static inline int ccurl_is_open_to_children(int descriptor) {
    int flags = fcntl(descriptor, F_GETFD), domain = 0, type = 0;
    socklen_t length = sizeof domain;
    if (flags < 0 || flags & FD_CLOEXEC) return 0;
    if (getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &length) || domain != AF_UNIX) return 0;
    return !getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &length) && type == SOCK_STREAM;
}

// Whether bytes wait in a socket: to be read from it, or to be read by its peer.
static inline int ccurl_holds_bytes(int descriptor) {
    int readable = 0, unread = 0;
    if (ioctl(descriptor, SIOCINQ, &readable)) readable = 0;
    if (ioctl(descriptor, SIOCOUTQ, &unread)) unread = 0;
    return readable > 0 || unread > 0;
}

static inline CURLM *ccurl_multi_open(void) {
    CURLM *multi = curl_multi_init();
    DIR *folder = multi ? opendir("/proc/self/fd") : NULL;
    if (!folder) return multi;
    int found[ccurl_pair_candidates], count = 0;
    for (struct dirent *entry; count < ccurl_pair_candidates && (entry = readdir(folder));) {
        int descriptor = atoi(entry->d_name);
        if (descriptor > 2 && ccurl_is_open_to_children(descriptor) && !ccurl_holds_bytes(descriptor)) {
            found[count++] = descriptor;
        }
    }
    closedir(folder);
    for (int round = 0; round < ccurl_pair_rounds && count > 0; round++) {
        int left = 0, handles = 0;
        curl_multi_wakeup(multi);
        for (int index = 0; index < count; index++) {
            if (ccurl_holds_bytes(found[index])) found[left++] = found[index];
        }
        curl_multi_poll(multi, NULL, 0, 0, &handles);
        count = left;
        left = 0;
        for (int index = 0; index < count; index++) {
            if (!ccurl_holds_bytes(found[index])) found[left++] = found[index];
        }
        count = left;
    }
    for (int index = 0; index < count; index++) ccurl_close_on_exec(found[index]);
    return multi;
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLSHcode ccurl_share(CURLSH *share, curl_lock_data data) {
    return curl_share_setopt(share, CURLSHOPT_SHARE, data);
}

// The version that runs, which may be another than the one that this was compiled with: 0xXXYYZZ.
static inline unsigned int ccurl_version(void) {
    return curl_version_info(CURLVERSION_NOW)->version_num;
}

typedef int (*ccurl_socket_function)(CURL *easy, curl_socket_t socket, int wish, void *context, void *of_socket);
typedef int (*ccurl_timer_function)(CURLM *multi, long milliseconds, void *context);

static inline CURLMcode ccurl_multi_set_functions(CURLM *multi, ccurl_socket_function on_socket,
                                                  ccurl_timer_function on_timer, void *context) {
    CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
    if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
    if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, on_socket);
    if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, on_timer);
    return code;
}

// epoll and eventfd, in libcurl's words: a packed struct such as epoll_event is none that Swift can import.

struct ccurl_event {
    int socket;
    int action;
};

enum { ccurl_events = 64 };

static inline int ccurl_poller_open(void) { return epoll_create1(EPOLL_CLOEXEC); }

static inline int ccurl_wakeup_open(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

// Lets a descriptor wake the poller each time it is rung; it need not be read, as only the edge counts.
static inline int ccurl_poller_add_wakeup(int poller, int wakeup_fd) {
    struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.fd = wakeup_fd};
    return epoll_ctl(poller, EPOLL_CTL_ADD, wakeup_fd, &event);
}

static inline void ccurl_wakeup(int wakeup_fd) { eventfd_write(wakeup_fd, 1); }

static inline void ccurl_poller_add(int poller, int socket, int wish) {
    struct epoll_event event = {.data.fd = socket};
    if (wish & CURL_POLL_IN) event.events |= EPOLLIN;
    if (wish & CURL_POLL_OUT) event.events |= EPOLLOUT;
    if (epoll_ctl(poller, EPOLL_CTL_MOD, socket, &event) && errno == ENOENT) {
        epoll_ctl(poller, EPOLL_CTL_ADD, socket, &event);
    }
}

// Whether the socket was in the list. Call it before the socket is closed: if a child process has a copy of the socket, the
// kernel keeps the entry after that, and no number leads to it any more.
static inline int ccurl_poller_remove(int poller, int socket) {
    struct epoll_event event = {0};
    return epoll_ctl(poller, EPOLL_CTL_DEL, socket, &event) == 0;
}

// How many events there are in `found`, which has room for `ccurl_events`; -1 when the poller cannot wait.
static inline int ccurl_poller_wait(int poller, struct ccurl_event *found, int milliseconds) {
    struct epoll_event events[ccurl_events];
    int count = epoll_wait(poller, events, ccurl_events, milliseconds);
    if (count < 0) return errno == EINTR ? 0 : -1;
    for (int index = 0; index < count; index++) {
        unsigned int bits = events[index].events;
        found[index].socket = events[index].data.fd;
        found[index].action = (bits & EPOLLIN ? CURL_CSELECT_IN : 0) | (bits & EPOLLOUT ? CURL_CSELECT_OUT : 0) |
                              (bits & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);
    }
    return count;
}
