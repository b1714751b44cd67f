// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// Prints the port, then one line of JSON each time that the last connection has been closed.

#define _GNU_SOURCE
#include "sink.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct options options = {.streams = 1000};
struct statistics statistics;

static struct connection *connections[CONNECTIONS_MAX];
static uint32_t connection_count, next_generation = 1;
static int poll_fd;

static void die(const char *what) {
    fprintf(stderr, "sink: %s: %s\n", what, errno ? strerror(errno) : "failed");
    exit(69);
}

static double cpu_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void report(void) {
    double cpu = cpu_seconds() - statistics.first_cpu;
    double seconds = (double)(now_ns() - statistics.first_ns) / 1e9;
    printf("{\"requests\":%llu,\"bad_requests\":%llu,\"connections\":%llu,\"seconds\":%.3f,"
           "\"cpu_seconds\":%.3f}\n",
           (unsigned long long)statistics.requests, (unsigned long long)statistics.bad_requests,
           (unsigned long long)statistics.connections, seconds, cpu);
    fflush(stdout);
    statistics = (struct statistics){0};
}

static int select_h2(SSL *ssl, const unsigned char **out, unsigned char *length,
                     const unsigned char *in, unsigned int in_length, void *argument) {
    (void)ssl, (void)argument;
    for (unsigned int i = 0; i + 2 < in_length; i += 1u + in[i]) {
        if (in[i] == 2 && in[i + 1] == 'h' && in[i + 2] == '2') {
            *out = in + i + 1;
            *length = 2;
            return SSL_TLSEXT_ERR_OK;
        }
    }
    return SSL_TLSEXT_ERR_ALERT_FATAL;
}

static SSL_CTX *make_context(void) {
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (!context || SSL_CTX_use_certificate_chain_file(context, options.certificate_path) != 1 ||
        SSL_CTX_use_PrivateKey_file(context, options.key_path, SSL_FILETYPE_PEM) != 1) {
        die("certificate or key cannot be used");
    }
    SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
    SSL_CTX_set_ciphersuites(context, "TLS_AES_128_GCM_SHA256");
    SSL_CTX_set_options(context, SSL_OP_NO_TICKET);
    SSL_CTX_set_num_tickets(context, 0);
    SSL_CTX_set_read_ahead(context, 1);
    SSL_CTX_set_default_read_buffer_len(context, 128 << 10);
    SSL_CTX_set_alpn_select_cb(context, select_h2, NULL);
    return context;
}

static void watch(struct connection *c, uint32_t events) {
    struct epoll_event event = {.events = events, .data.u32 = c->index};
    epoll_ctl(poll_fd, EPOLL_CTL_MOD, c->fd, &event);
}

/// Writes the output of TLS to the socket; returns false if the connection is broken.
static bool flush_wire(struct connection *c) {
    char *bytes;
    long length;
    while ((length = BIO_get_mem_data(c->wire, &bytes)) > 0) {
        ssize_t written = write(c->fd, bytes, (size_t)length);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0 && errno == EAGAIN) {
            if (!c->is_blocked) watch(c, EPOLLOUT);
            c->is_blocked = true;
            return true;
        }
        if (written < 0) return false;
        if (written == length) {
            (void)BIO_reset(c->wire);
            break;
        }
        char scratch[4096];
        while (written > 0) {
            int taken = BIO_read(c->wire, scratch,
                                 written < (ssize_t)sizeof scratch ? (int)written
                                                                   : (int)sizeof scratch);
            if (taken <= 0) return false;
            written -= taken;
        }
    }
    if (c->is_blocked) watch(c, EPOLLIN);
    c->is_blocked = false;
    return true;
}

static bool flush(struct connection *c) {
    c->is_dirty = false;
    if (c->out_length && SSL_is_init_finished(c->ssl)) {
        // The BIO accepts any number of bytes.
        if (SSL_write(c->ssl, c->out, (int)c->out_length) <= 0) return false;
        c->out_length = 0;
    }
    return flush_wire(c);
}

static void close_connection(struct connection *c) {
    connections[c->index] = NULL;
    if (SSL_is_init_finished(c->ssl) && SSL_get_shutdown(c->ssl) & SSL_RECEIVED_SHUTDOWN) {
        SSL_shutdown(c->ssl);
        (void)flush_wire(c);
    }
    close(c->fd);
    SSL_free(c->ssl);
    checker_free(c->checker);
    free(c->in);
    free(c->out);
    free(c);
    if (--connection_count == 0) report();
}

static void accept_connection(int listener, SSL_CTX *context) {
    int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) return;
    uint32_t index = 0;
    while (index < CONNECTIONS_MAX && connections[index]) index++;
    struct connection *c = index < CONNECTIONS_MAX ? calloc(1, sizeof *c) : NULL;
    if (!c) {
        close(fd);
        return;
    }
    int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    *c = (struct connection){.fd = fd, .index = index, .generation = next_generation++};
    c->in = malloc(INPUT_CAPACITY);
    c->ssl = SSL_new(context);
    c->wire = BIO_new(BIO_s_mem());
    if (!c->in || !c->ssl || !c->wire) die("memory");
    BIO_set_mem_eof_return(c->wire, -1);
    SSL_set_bio(c->ssl, BIO_new_socket(fd, BIO_NOCLOSE), c->wire);
    SSL_set_accept_state(c->ssl);
    if (options.checks) c->checker = checker_new();
    answer_start(c);
    connections[index] = c;
    if (connection_count++ == 0) {
        statistics.first_ns = now_ns();
        statistics.first_cpu = cpu_seconds();
    }
    statistics.connections++;
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = index};
    epoll_ctl(poll_fd, EPOLL_CTL_ADD, fd, &event);
}

/// Reads all bytes that are available now; returns false if the connection has ended.
static bool serve(struct connection *c) {
    for (;;) {
        int count = SSL_read(c->ssl, c->in + c->in_end, (int)(INPUT_CAPACITY - c->in_end));
        if (count > 0) {
            c->in_end += (size_t)count;
            if (!frames_read(c)) return false;
            if (c->out_length >= OUTPUT_MARK && !flush(c)) return false;
            if (c->is_blocked) return true;
            continue;
        }
        int error = SSL_get_error(c->ssl, count);
        if (!flush(c)) return false;
        return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE;
    }
}

static int listen_on(int port) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), on = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    socklen_t length = sizeof address;
    if (fd < 0 || bind(fd, (struct sockaddr *)&address, length) || listen(fd, 128) ||
        getsockname(fd, (struct sockaddr *)&address, &length)) {
        die("cannot listen");
    }
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    return fd;
}

static void run(int listener, SSL_CTX *context) {
    struct epoll_event events[64];
    poll_fd = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = UINT32_MAX};
    epoll_ctl(poll_fd, EPOLL_CTL_ADD, listener, &event);
    for (;;) {
        int64_t wait = delay_run(connections);
        if (options.delay_ns) {
            for (int i = 0; i < CONNECTIONS_MAX; i++) {
                struct connection *c = connections[i];
                if (c && c->is_dirty && !flush(c)) close_connection(c);
            }
        }
        struct timespec timeout = {wait / 1000000000, wait % 1000000000};
        int count = epoll_pwait2(poll_fd, events, 64, wait < 0 ? NULL : &timeout, NULL);
        for (int i = 0; i < count; i++) {
            if (events[i].data.u32 == UINT32_MAX) {
                accept_connection(listener, context);
                continue;
            }
            struct connection *c = connections[events[i].data.u32];
            if (!c) continue;
            bool lives = c->is_blocked ? flush(c) : true;
            // There is no event for bytes that TLS has read ahead.
            if (lives && !c->is_blocked) lives = serve(c);
            if (!lives) close_connection(c);
        }
    }
}

static void usage(void) {
    fputs("usage: sink --cert FILE --key FILE [--port N] [--streams N] [--first-streams N]\n"
          "            [--delay-ms N] [--index-id] [--check]\n", stderr);
    exit(64);
}

static long number(const char *text, long maximum) {
    char *end;
    long value = strtol(text, &end, 10);
    if (*end || end == text || value < 0 || value > maximum) usage();
    return value;
}

int main(int argc, char **argv) {
    static const struct option names[] = {
        {"cert", 1, 0, 'c'},    {"key", 1, 0, 'k'},      {"port", 1, 0, 'p'},
        {"streams", 1, 0, 's'}, {"first-streams", 1, 0, 'f'}, {"delay-ms", 1, 0, 'd'},
        {"index-id", 0, 0, 'i'}, {"check", 0, 0, 'x'},   {0}};
    int name;
    while ((name = getopt_long(argc, argv, "", names, NULL)) != -1) {
        switch (name) {
        case 'c': options.certificate_path = optarg; break;
        case 'k': options.key_path = optarg; break;
        case 'p': options.port = (int)number(optarg, 65535); break;
        case 's': options.streams = (uint32_t)number(optarg, 1 << 20); break;
        case 'f': options.first_streams = (uint32_t)number(optarg, 1 << 20); break;
        case 'd': options.delay_ns = (uint64_t)number(optarg, 60000) * 1000000; break;
        case 'i': options.indexes_id = true; break;
        case 'x': options.checks = true; break;
        default: usage();
        }
    }
    if (!options.certificate_path || !options.key_path || optind != argc) usage();
    signal(SIGPIPE, SIG_IGN);
    answer_prepare();
    SSL_CTX *context = make_context();
    run(listen_on(options.port), context);
}
