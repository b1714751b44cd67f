// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// A server that needs less processor time than any client: HTTP/2 over TLS 1.3 that only responds
// to each complete request with 200 and a new `apns-id`. One thread, epoll, OpenSSL, own parser.

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
    // Responses are written at the latest when this many bytes are waiting.
    OUTPUT_MARK = 16 << 10,
    CONNECTIONS_MAX = 256,
    ID_LENGTH = 36,
};

/// The options of the command line.
struct options {
    int port;
    /// MAX_CONCURRENT_STREAMS, and its value until the first response (0: the same).
    uint32_t streams;
    uint32_t first_streams;
    /// The time by which each response is delayed.
    uint64_t delay_ns;
    /// Whether the client has to add `apns-id` to its dynamic table.
    bool indexes_id;
    /// Whether every header block is decoded and checked.
    bool checks;
    const char *certificate_path;
    const char *key_path;
};

extern struct options options;

/// The statistics since the last time at which no connection was open.
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
    /// Distinguishes this connection from an earlier one with the same index.
    uint32_t generation;
    SSL *ssl;
    /// The bytes that TLS has written and that the socket has not accepted yet.
    BIO *wire;
    /// Whether the socket accepts no more bytes now.
    bool is_blocked;
    bool has_preface;
    /// Whether the client has acknowledged SETTINGS.
    bool has_settings;
    bool has_answered;
    /// Whether responses that are due have not been written yet.
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
/// Processes the bytes that were read; returns false if the connection must be closed.
bool frames_read(struct connection *c);

// delay.c
uint64_t now_ns(void);
void delay_answer(struct connection *c, uint32_t stream);
/// Sends the responses that are due; returns the nanoseconds until the next one is due, or -1.
int64_t delay_run(struct connection **connections);

// check.c
struct checker *checker_new(void);
void checker_free(struct checker *checker);
/// Each function returns NULL, or a description of the error.
const char *checker_headers(struct connection *c, uint32_t stream, const uint8_t *block,
                            size_t length);
const char *checker_body(struct connection *c, uint32_t stream, size_t length, size_t padded);
const char *checker_end(struct connection *c, uint32_t stream);
/// The request's own `apns-id`, or NULL.
const char *checker_id(struct connection *c, uint32_t stream);
void bad_request(uint32_t stream, const char *why);
