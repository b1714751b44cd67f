// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import DeviceModel

extension AppSystem {
    /// Runs an app's completion handler on a thread of its own;
    /// ``VirtualDevice/settled(withCode:)`` waits for it.
    package func answer(_ handler: @escaping @Sendable () -> Void) { device.spawnHandler(handler) }

    /// Runs work of the system that ends by itself; ``VirtualDevice/settled(withCode:)`` waits for
    /// it.
    package func later(_ work: @escaping @Sendable () async -> Void) { device.spawn(work) }

    /// Asks for permission; the question is up when this returns, or the answer is on its way.
    ///
    /// - Parameter answer: runs once, as work of the phone.
    package func requestAuthorization(
        _ options: AuthorizationOptions,
        answer: @escaping @Sendable (Result<Bool, NotificationFailure>) -> Void
    ) {
        let answers = OneAnswer<Bool> { [device] isGranted in
            device.spawnHandler { answer(.success(isGranted)) }
        }
        if let result = device.beginAuthorization(options, of: bundleID, answers) {
            self.answer { answer(result) }
        }
    }
}
