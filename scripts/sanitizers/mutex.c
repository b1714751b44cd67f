// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// Tells the thread sanitizer of the mutexes of Swift's module Synchronization on Linux.
//
// A free mutex is locked with an atomic operation that is compiled into the caller, where the
// sanitizer sees it. For a mutex that another thread holds, Swift's library waits with futex(2), which
// the sanitizer does not see: it then reports accesses that the mutex guards as races. This library is
// loaded before Swift's (LD_PRELOAD) and replaces the two functions that wait and wake: it informs the
// sanitizer and calls the original functions. Used by `make test-tsan`.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFTCALL __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// Absent in programs without the sanitizer, into which this library is loaded too.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

typedef SWIFTCALL void LockSlow(uint32_t thread, SELF void *mutex);
typedef SWIFTCALL void UnlockSlow(SELF void *mutex);

static void *next(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) abort();
    return function;
}

SWIFTCALL void lock_slow(uint32_t thread, SELF void *mutex) __asm__(LOCK_SLOW);
SWIFTCALL void lock_slow(uint32_t thread, SELF void *mutex) {
    static LockSlow *original;
    if (!original) original = (LockSlow *)next(LOCK_SLOW);
    original(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFTCALL void unlock_slow(SELF void *mutex) __asm__(UNLOCK_SLOW);
SWIFTCALL void unlock_slow(SELF void *mutex) {
    static UnlockSlow *original;
    if (!original) original = (UnlockSlow *)next(UNLOCK_SLOW);
    if (__tsan_release) __tsan_release(mutex);
    original(mutex);
}
