// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// Responses that are delayed by the time of a round trip. The delay is the same for all, so
// requests in the order of their arrival are also in the order in which their responses are due.

#include "sink.h"

#include <stdlib.h>
#include <time.h>

enum {
    // Responses that are due within this time of each other are written together.
    COALESCING_NS = 200000,
};

struct waiting {
    uint64_t due_ns;
    uint32_t index;
    uint32_t generation;
    uint32_t stream;
};

static struct waiting *queue;
static size_t capacity, head, count;

uint64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

void delay_answer(struct connection *c, uint32_t stream) {
    if (count == capacity) {
        size_t larger = capacity ? 2 * capacity : 1 << 16;
        struct waiting *grown = malloc(larger * sizeof *grown);
        if (!grown) abort();
        for (size_t i = 0; i < count; i++) grown[i] = queue[(head + i) & (capacity - 1)];
        free(queue);
        queue = grown;
        capacity = larger;
        head = 0;
    }
    queue[(head + count++) & (capacity - 1)] =
        (struct waiting){now_ns() + options.delay_ns, c->index, c->generation, stream};
}

int64_t delay_run(struct connection **connections) {
    if (count == 0) return -1;
    uint64_t now = now_ns();
    while (count > 0 && queue[head].due_ns <= now) {
        struct waiting next = queue[head];
        head = (head + 1) & (capacity - 1);
        count--;
        struct connection *c = connections[next.index];
        if (!c || c->generation != next.generation) continue;
        answer_request(c, next.stream);
        c->is_dirty = true;
    }
    if (count == 0) return -1;
    uint64_t wait = queue[head].due_ns - now;
    return (int64_t)(wait < COALESCING_NS ? COALESCING_NS : wait);
}
