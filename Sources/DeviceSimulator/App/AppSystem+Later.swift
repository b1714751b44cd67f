// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension AppSystem {
    /// Runs work of the system that ends by itself, for instance an app's completion handler;
    /// ``VirtualDevice/settled(withCode:)`` waits for it.
    package func later(_ work: @escaping @Sendable () async -> Void) { device.spawn(work) }
}
