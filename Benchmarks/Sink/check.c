// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// --check: verifies that APNs would accept each request. Header blocks are decoded with libnghttp2,
// which is independent of the client's encoder. Without libnghttp2 (SINK_CHECKS undefined) there is
// no --check.

#include "sink.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bad_request(uint32_t stream, const char *why) {
    if (statistics.bad_requests++ < 10) fprintf(stderr, "sink: stream %u: %s\n", stream, why);
}

#ifdef SINK_CHECKS

#include <nghttp2/nghttp2.h>

enum {
    // The number of open requests that are distinguished on a connection: a power of two.
    SLOTS = 1 << 14,
    TOKEN_DIGITS_MIN = 64,
};

struct slot {
    uint32_t stream;
    bool has_id;
    char id[ID_LENGTH];
    int64_t content_length;
    size_t received;
};

struct checker {
    nghttp2_hd_inflater *inflater;
    struct slot slots[SLOTS];
};

struct checker *checker_new(void) {
    struct checker *checker = calloc(1, sizeof *checker);
    if (!checker || nghttp2_hd_inflate_new(&checker->inflater)) abort();
    return checker;
}

void checker_free(struct checker *checker) {
    if (!checker) return;
    nghttp2_hd_inflate_del(checker->inflater);
    free(checker);
}

static struct slot *slot_of(struct connection *c, uint32_t stream) {
    return &c->checker->slots[stream >> 1 & (SLOTS - 1)];
}

enum seen {
    SEEN_METHOD = 1,
    SEEN_SCHEME = 2,
    SEEN_PATH = 4,
    SEEN_AUTHORITY = 8,
    SEEN_AUTHORIZATION = 16,
    SEEN_TOPIC = 32,
    SEEN_TYPE = 64,
    SEEN_LENGTH = 128,
    SEEN_HOST = 256,
    SEEN_ALL = 127,
};

static bool is(const nghttp2_nv *nv, const char *text) {
    return nv->namelen == strlen(text) && memcmp(nv->name, text, nv->namelen) == 0;
}

static bool has(const nghttp2_nv *nv, const char *text) {
    return nv->valuelen == strlen(text) && memcmp(nv->value, text, nv->valuelen) == 0;
}

static bool starts(const nghttp2_nv *nv, const char *text) {
    return nv->valuelen > strlen(text) && memcmp(nv->value, text, strlen(text)) == 0;
}

static const char *judge_path(const nghttp2_nv *nv) {
    static const char start[] = "/3/device/";
    if (!starts(nv, start)) return "the path is not that of a device";
    size_t digits = nv->valuelen - (sizeof start - 1);
    if (digits < TOKEN_DIGITS_MIN || digits % 2) return "the device token is too short";
    for (size_t i = sizeof start - 1; i < nv->valuelen; i++) {
        if (!strchr("0123456789abcdef", nv->value[i])) return "the device token is not hex";
    }
    return NULL;
}

static const char *judge_field(const nghttp2_nv *nv, struct slot *slot, int *seen) {
    int bit = 0;
    const char *fault = NULL;
    for (size_t i = 0; i < nv->namelen; i++) {
        if (nv->name[i] >= 'A' && nv->name[i] <= 'Z') return "a header's name has capital letters";
    }
    if (nv->namelen && nv->name[0] == ':') {
        if (*seen >= SEEN_AUTHORIZATION) return "a pseudo-header after a header";
        if (is(nv, ":method")) bit = SEEN_METHOD, fault = has(nv, "POST") ? NULL : "not POST";
        else if (is(nv, ":scheme")) bit = SEEN_SCHEME, fault = has(nv, "https") ? NULL : "scheme";
        else if (is(nv, ":path")) bit = SEEN_PATH, fault = judge_path(nv);
        else if (is(nv, ":authority")) bit = SEEN_AUTHORITY;
        else return "an unknown pseudo-header";
    } else if (is(nv, "authorization")) {
        bit = SEEN_AUTHORIZATION;
        fault = starts(nv, "bearer ") ? NULL : "authorization is not bearer";
    } else if (is(nv, "host")) {
        // Replaces :authority (RFC 9113 section 8.3.1).
        bit = SEEN_HOST;
    } else if (is(nv, "apns-topic")) {
        bit = SEEN_TOPIC;
    } else if (is(nv, "apns-push-type")) {
        bit = SEEN_TYPE;
    } else if (is(nv, "content-length")) {
        bit = SEEN_LENGTH;
        char digits[20] = {0};
        if (nv->valuelen >= sizeof digits) return "content-length is too long";
        memcpy(digits, nv->value, nv->valuelen);
        slot->content_length = strtoll(digits, NULL, 10);
    } else if (is(nv, "apns-id")) {
        if (nv->valuelen != ID_LENGTH || slot->has_id) return "apns-id is not one UUID";
        slot->has_id = true;
        memcpy(slot->id, nv->value, ID_LENGTH);
    }
    if (*seen & bit) return "a header twice";
    *seen |= bit;
    return fault;
}

const char *checker_headers(struct connection *c, uint32_t stream, const uint8_t *block,
                            size_t length) {
    struct slot *slot = slot_of(c, stream);
    *slot = (struct slot){.stream = stream, .content_length = -1};
    const char *fault = NULL;
    int seen = 0;
    for (;;) {
        nghttp2_nv nv;
        int flags = 0;
        ssize_t read = nghttp2_hd_inflate_hd2(c->checker->inflater, &nv, &flags, block, length, 1);
        if (read < 0) return "the header block cannot be decoded";
        block += read;
        length -= (size_t)read;
        if (flags & NGHTTP2_HD_INFLATE_EMIT) {
            const char *found = judge_field(&nv, slot, &seen);
            if (!fault) fault = found;
        }
        if (flags & NGHTTP2_HD_INFLATE_FINAL) break;
        if (!(flags & NGHTTP2_HD_INFLATE_EMIT) && length == 0) break;
    }
    nghttp2_hd_inflate_end_headers(c->checker->inflater);
    if (seen & SEEN_HOST) seen |= SEEN_AUTHORITY;
    if (!fault && (seen & SEEN_ALL) != SEEN_ALL) fault = "a header is missing";
    return fault;
}

const char *checker_body(struct connection *c, uint32_t stream, size_t length, size_t padded) {
    struct slot *slot = slot_of(c, stream);
    if (slot->stream != stream) return "a body without a request";
    slot->received += length;
    return padded > STREAM_WINDOW || slot->received > STREAM_WINDOW
        ? "more bytes than the stream's window allows" : NULL;
}

const char *checker_end(struct connection *c, uint32_t stream) {
    struct slot *slot = slot_of(c, stream);
    if (slot->received == 0) return "the body is empty";
    if (slot->content_length >= 0 && (size_t)slot->content_length != slot->received) {
        return "content-length is not the body's";
    }
    return NULL;
}

const char *checker_id(struct connection *c, uint32_t stream) {
    struct slot *slot = slot_of(c, stream);
    return slot->stream == stream && slot->has_id ? slot->id : NULL;
}

#else

struct checker *checker_new(void) {
    fprintf(stderr, "sink: built without libnghttp2, so --check is missing\n");
    exit(69);
}
void checker_free(struct checker *checker) { (void)checker; }
const char *checker_headers(struct connection *c, uint32_t stream, const uint8_t *block,
                            size_t length) {
    return (void)c, (void)stream, (void)block, (void)length, NULL;
}
const char *checker_body(struct connection *c, uint32_t stream, size_t length, size_t padded) {
    return (void)c, (void)stream, (void)length, (void)padded, NULL;
}
const char *checker_end(struct connection *c, uint32_t stream) {
    return (void)c, (void)stream, NULL;
}
const char *checker_id(struct connection *c, uint32_t stream) {
    return (void)c, (void)stream, NULL;
}

#endif
