// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// Reads the frames of requests. The sink stores no state of a stream, except for --check.

#include "sink.h"

#include <stdio.h>
#include <string.h>

static const char preface[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

enum { PREFACE_LENGTH = 24 };

static void judge(uint32_t stream, const char *fault) {
    if (fault) bad_request(stream, fault);
}

static inline void request_is_complete(struct connection *c, uint32_t stream) {
    if (c->checker) judge(stream, checker_end(c, stream));
    if (options.delay_ns) {
        delay_answer(c, stream);
    } else {
        answer_request(c, stream);
    }
}

/// Removes the padding; returns false if the padding is longer than the payload.
static inline bool unpad(uint8_t flags, const uint8_t **payload, size_t *length) {
    if (!(flags & FLAG_PADDED)) return true;
    if (*length < 1 || **payload >= *length) return false;
    *length -= 1 + (size_t)**payload;
    *payload += 1;
    return true;
}

static bool read_headers(struct connection *c, uint8_t flags, uint32_t stream,
                         const uint8_t *payload, size_t length) {
    // Trailers would arrive on an open stream; senders of notifications do not send trailers.
    if (stream <= c->last_stream || !(stream & 1) || !(flags & FLAG_END_HEADERS)) return false;
    if (!unpad(flags, &payload, &length)) return false;
    if (flags & FLAG_PRIORITY) {
        if (length < 5) return false;
        payload += 5;
        length -= 5;
    }
    c->last_stream = stream;
    uint32_t limit =
        options.first_streams && !c->has_answered ? options.first_streams : options.streams;
    c->open_streams++;
    // Before a client has acknowledged SETTINGS it cannot know the limit.
    if (c->has_settings && c->open_streams > limit) {
        bad_request(stream, "more streams than allowed");
    }
    if (c->checker) judge(stream, checker_headers(c, stream, payload, length));
    if (flags & FLAG_END_STREAM) request_is_complete(c, stream);
    return true;
}

static bool read_data(struct connection *c, uint8_t flags, uint32_t stream,
                      const uint8_t *payload, size_t length) {
    size_t padded = length;
    if (stream == 0 || stream > c->last_stream || !unpad(flags, &payload, &length)) return false;
    if (c->checker) judge(stream, checker_body(c, stream, length, padded));
    c->consumed += (uint32_t)padded;
    if (c->consumed > CONNECTION_WINDOW) bad_request(stream, "more bytes than the window allows");
    if (c->consumed >= CONNECTION_WINDOW / 2) {
        const uint32_t n = c->consumed;
        const uint8_t bytes[4] = {n >> 24, n >> 16, n >> 8, n};
        answer_frame(c, FRAME_WINDOW_UPDATE, 0, 0, bytes, 4);
        c->consumed = 0;
    }
    if (flags & FLAG_END_STREAM) request_is_complete(c, stream);
    return true;
}

static bool read_frame(struct connection *c, uint8_t type, uint8_t flags, uint32_t stream,
                       const uint8_t *payload, size_t length) {
    switch (type) {
    case FRAME_DATA: return read_data(c, flags, stream, payload, length);
    case FRAME_HEADERS: return read_headers(c, flags, stream, payload, length);
    case FRAME_SETTINGS:
        if (flags & FLAG_ACK) c->has_settings = true;
        else answer_frame(c, FRAME_SETTINGS, FLAG_ACK, 0, NULL, 0);
        return true;
    case FRAME_PING:
        if (length != 8) return false;
        if (!(flags & FLAG_ACK)) answer_frame(c, FRAME_PING, FLAG_ACK, 0, payload, 8);
        return true;
    case FRAME_CONTINUATION: return false;
    // A stream that the client resets still gets a response: RFC 9113 section 5.1 permits frames
    // that were sent before the reset was received.
    default: return true;
    }
}

bool frames_read(struct connection *c) {
    if (!c->has_preface) {
        if (c->in_end - c->in_start < PREFACE_LENGTH) return true;
        if (memcmp(c->in + c->in_start, preface, PREFACE_LENGTH) != 0) return false;
        c->in_start += PREFACE_LENGTH;
        c->has_preface = true;
    }
    while (c->in_end - c->in_start >= FRAME_HEADER_LENGTH) {
        const uint8_t *at = c->in + c->in_start;
        size_t length = (size_t)at[0] << 16 | (size_t)at[1] << 8 | at[2];
        if (length > FRAME_LENGTH_MAX) return false;
        if (c->in_end - c->in_start < FRAME_HEADER_LENGTH + length) break;
        uint32_t stream = ((uint32_t)at[5] << 24 | (uint32_t)at[6] << 16 | (uint32_t)at[7] << 8 |
                           at[8]) & 0x7fffffff;
        if (!read_frame(c, at[3], at[4], stream, at + FRAME_HEADER_LENGTH, length)) {
            fprintf(stderr, "sink: a frame of type %d on stream %u is not for this server\n",
                    at[3], stream);
            statistics.bad_requests++;
            return false;
        }
        c->in_start += FRAME_HEADER_LENGTH + length;
    }
    if (c->in_start == c->in_end) {
        c->in_start = c->in_end = 0;
    } else if (c->in_start > INPUT_CAPACITY / 2) {
        memmove(c->in, c->in + c->in_start, c->in_end - c->in_start);
        c->in_end -= c->in_start;
        c->in_start = 0;
    }
    return true;
}
