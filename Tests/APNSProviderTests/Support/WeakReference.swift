// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A weak reference, for closures that an object gives to a recorder that it owns itself.
struct WeakReference<Object: AnyObject> {
    private(set) weak var object: Object?

    init(_ object: Object) { self.object = object }
}
