// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// A server that costs less than any client: HTTP/2 over TLS 1.3 for one purpose, to answer each
// complete request with 200 and a fresh `apns-id`. One thread, epoll, OpenSSL, frames read by hand.

#pragma once

#include <openssl/bio.h>
#include <openssl/ssl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum frame_type {
    FRAME_DATA = 0,
    FRAME_HEADERS = 1,
    FRAME_RST_STREAM = 3,
    FRAME_SETTINGS = 4,
    FRAME_PING = 6,
    FRAME_GOAWAY = 7,
    FRAME_WINDOW_UPDATE = 8,
    FRAME_CONTINUATION = 9,
};

enum frame_flag {
    FLAG_END_STREAM = 0x1,
    FLAG_ACK = 0x1,
    FLAG_END_HEADERS = 0x4,
    FLAG_PADDED = 0x8,
    FLAG_PRIORITY = 0x20,
};

enum {
    FRAME_HEADER_LENGTH = 9,
    FRAME_LENGTH_MAX = 16384,
    STREAM_WINDOW = 65535,
    CONNECTION_WINDOW = 8 << 20,
    INPUT_CAPACITY = 256 << 10,
    // Answers are written at the latest when so many bytes of them wait.
    OUTPUT_MARK = 16 << 10,
    CONNECTIONS_MAX = 256,
    ID_LENGTH = 36,
};

/// What the command line says.
struct options {
    int port;
    /// MAX_CONCURRENT_STREAMS, and what it is until the first answer (0: the same).
    uint32_t streams;
    uint32_t first_streams;
    /// How long each answer is held back.
    uint64_t delay_ns;
    /// Whether `apns-id` is to be entered into the client's dynamic table.
    bool indexes_id;
    /// Whether every header block is decoded and judged.
    bool checks;
    const char *certificate_path;
    const char *key_path;
};

extern struct options options;

/// What was seen since the last time that no connection was open.
struct statistics {
    uint64_t requests;
    uint64_t bad_requests;
    uint64_t connections;
    uint64_t first_ns;
    double first_cpu;
};

extern struct statistics statistics;

struct checker;

struct connection {
    int fd;
    uint32_t index;
    /// Tells this connection from an earlier one with the same index.
    uint32_t generation;
    SSL *ssl;
    /// What TLS has written and the socket has not taken.
    BIO *wire;
    /// Whether the socket takes no more for now.
    bool is_blocked;
    bool has_preface;
    /// Whether the client has acknowledged SETTINGS.
    bool has_settings;
    bool has_answered;
    /// Whether answers that came due wait to be written.
    bool is_dirty;
    uint32_t last_stream;
    uint32_t open_streams;
    /// Body bytes since the last WINDOW_UPDATE.
    uint32_t consumed;
    size_t in_start, in_end;
    uint8_t *in;
    size_t out_length, out_capacity;
    uint8_t *out;
    struct checker *checker;
};

// answer.c
void answer_prepare(void);
void answer_start(struct connection *c);
void answer_request(struct connection *c, uint32_t stream);
void answer_frame(struct connection *c, uint8_t type, uint8_t flags, uint32_t stream,
                  const uint8_t *payload, size_t length);
uint8_t *answer_reserve(struct connection *c, size_t length);

// frames.c
/// Takes in what was read; false when the connection is to be closed.
bool frames_read(struct connection *c);

// delay.c
uint64_t now_ns(void);
void delay_answer(struct connection *c, uint32_t stream);
/// Answers what is due; returns how long to sleep in nanoseconds, or -1 for as long as it takes.
int64_t delay_run(struct connection **connections);

// check.c
struct checker *checker_new(void);
void checker_free(struct checker *checker);
/// Each returns NULL, or what is wrong.
const char *checker_headers(struct connection *c, uint32_t stream, const uint8_t *block,
                            size_t length);
const char *checker_body(struct connection *c, uint32_t stream, size_t length, size_t padded);
const char *checker_end(struct connection *c, uint32_t stream);
/// The request's own `apns-id`, or NULL.
const char *checker_id(struct connection *c, uint32_t stream);
void bad_request(uint32_t stream, const char *why);
