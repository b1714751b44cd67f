// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// The sink's output: SETTINGS at the start, and `:status 200` with `apns-id` for each request.

#include "sink.h"

#include <stdlib.h>
#include <string.h>

struct code {
    uint32_t bits;
    uint8_t length;
};

// The codes of RFC 7541 appendix B for `apns-id` and an identifier in capital letters.
static struct code code_of(char c) {
    static const struct code digits[] = {{0x0, 5},  {0x1, 5},  {0x2, 5},  {0x19, 6}, {0x1a, 6},
                                         {0x1b, 6}, {0x1c, 6}, {0x1d, 6}, {0x1e, 6}, {0x1f, 6}};
    static const struct code letters[] = {{0x21, 6}, {0x5d, 7}, {0x5e, 7},
                                          {0x5f, 7}, {0x60, 7}, {0x61, 7}};
    if (c >= '0' && c <= '9') return digits[c - '0'];
    if (c >= 'A' && c <= 'F') return letters[c - 'A'];
    switch (c) {
    case '-': return (struct code){0x16, 6};
    case 'a': return (struct code){0x3, 5};
    case 'd': return (struct code){0x24, 6};
    case 'i': return (struct code){0x6, 5};
    case 'n': return (struct code){0x2a, 6};
    case 'p': return (struct code){0x2b, 6};
    case 's': return (struct code){0x8, 5};
    default: abort();
    }
}

struct packer {
    uint64_t bits;
    unsigned count;
    uint8_t *out;
};

static inline void pack(struct packer *p, struct code code) {
    p->bits = p->bits << code.length | code.bits;
    p->count += code.length;
    while (p->count >= 8) {
        p->count -= 8;
        *p->out++ = (uint8_t)(p->bits >> p->count);
    }
}

static inline void pack_end(struct packer *p) {
    if (p->count) *p->out++ = (uint8_t)(p->bits << (8 - p->count) | (0xff >> p->count));
}

static struct code pairs[256];
static uint8_t name[8];
static size_t name_length;
static uint64_t random_state = 0x9e3779b97f4a7c15;

void answer_prepare(void) {
    static const char digits[] = "0123456789ABCDEF";
    for (int i = 0; i < 256; i++) {
        struct code high = code_of(digits[i >> 4]), low = code_of(digits[i & 15]);
        pairs[i] = (struct code){high.bits << low.length | low.bits, high.length + low.length};
    }
    struct packer p = {.out = name};
    for (const char *c = "apns-id"; *c; c++) pack(&p, code_of(*c));
    pack_end(&p);
    name_length = (size_t)(p.out - name);
}

static inline uint64_t random_next(void) {
    uint64_t z = random_state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

uint8_t *answer_reserve(struct connection *c, size_t length) {
    if (c->out_length + length > c->out_capacity) {
        c->out_capacity = 2 * (c->out_length + length);
        c->out = realloc(c->out, c->out_capacity);
        if (!c->out) abort();
    }
    return c->out + c->out_length;
}

static inline void put_frame_header(uint8_t *at, size_t length, uint8_t type, uint8_t flags,
                                    uint32_t stream) {
    at[0] = (uint8_t)(length >> 16);
    at[1] = (uint8_t)(length >> 8);
    at[2] = (uint8_t)length;
    at[3] = type;
    at[4] = flags;
    at[5] = (uint8_t)(stream >> 24);
    at[6] = (uint8_t)(stream >> 16);
    at[7] = (uint8_t)(stream >> 8);
    at[8] = (uint8_t)stream;
}

void answer_frame(struct connection *c, uint8_t type, uint8_t flags, uint32_t stream,
                  const uint8_t *payload, size_t length) {
    uint8_t *at = answer_reserve(c, FRAME_HEADER_LENGTH + length);
    put_frame_header(at, length, type, flags, stream);
    if (length) memcpy(at + FRAME_HEADER_LENGTH, payload, length);
    c->out_length += FRAME_HEADER_LENGTH + length;
}

static void put_setting(uint8_t *at, uint16_t id, uint32_t value) {
    const uint8_t bytes[6] = {id >> 8, (uint8_t)id, value >> 24, value >> 16, value >> 8, value};
    memcpy(at, bytes, 6);
}

static void send_window_update(struct connection *c, uint32_t increment) {
    const uint8_t bytes[4] = {increment >> 24, increment >> 16, increment >> 8, increment};
    answer_frame(c, FRAME_WINDOW_UPDATE, 0, 0, bytes, 4);
}

void answer_start(struct connection *c) {
    uint8_t settings[30];
    put_setting(settings, 1, 4096);
    put_setting(settings + 6, 3, options.first_streams ? options.first_streams : options.streams);
    put_setting(settings + 12, 4, STREAM_WINDOW);
    put_setting(settings + 18, 5, FRAME_LENGTH_MAX);
    put_setting(settings + 24, 6, 8000);
    answer_frame(c, FRAME_SETTINGS, 0, 0, settings, sizeof settings);
    send_window_update(c, CONNECTION_WINDOW - STREAM_WINDOW);
}

static uint8_t *put_fresh_id(uint8_t *at) {
    struct packer p = {.out = at + 1};
    uint64_t halves[2] = {random_next(), random_next()};
    for (int i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10) pack(&p, (struct code){0x16, 6});
        pack(&p, pairs[halves[i >> 3] >> (56 - 8 * (i & 7)) & 0xff]);
    }
    pack_end(&p);
    at[0] = (uint8_t)(0x80 | (p.out - at - 1));
    return p.out;
}

void answer_request(struct connection *c, uint32_t stream) {
    uint8_t *start = answer_reserve(c, 80);
    uint8_t *at = start + FRAME_HEADER_LENGTH;
    *at++ = 0x88;
    *at++ = options.indexes_id ? 0x40 : 0x00;
    *at++ = (uint8_t)(0x80 | name_length);
    memcpy(at, name, name_length);
    at += name_length;
    const char *own = c->checker ? checker_id(c, stream) : NULL;
    if (own) {
        *at++ = ID_LENGTH;
        memcpy(at, own, ID_LENGTH);
        at += ID_LENGTH;
    } else {
        at = put_fresh_id(at);
    }
    size_t length = (size_t)(at - start) - FRAME_HEADER_LENGTH;
    put_frame_header(start, length, FRAME_HEADERS, FLAG_END_STREAM | FLAG_END_HEADERS, stream);
    c->out_length += FRAME_HEADER_LENGTH + length;
    c->open_streams--;
    statistics.requests++;
    if (!c->has_answered) {
        c->has_answered = true;
        if (options.first_streams) {
            uint8_t setting[6];
            put_setting(setting, 3, options.streams);
            answer_frame(c, FRAME_SETTINGS, 0, 0, setting, 6);
        }
    }
}
