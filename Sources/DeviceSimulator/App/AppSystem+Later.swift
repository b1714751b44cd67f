// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import DeviceModel

extension AppSystem {
    /// Runs an app's completion handler on its own thread; ``VirtualDevice/settled(withCode:)``
    /// waits for the handler.
    package func answer(_ handler: @escaping @Sendable () -> Void) { device.spawnHandler(handler) }

    /// Runs work of the system for which no app code waits; ``VirtualDevice/settled(withCode:)``
    /// waits for this work.
    package func later(_ work: @escaping @Sendable () async -> Void) { device.spawn(work) }

    /// Requests permission. When this method returns, the prompt is shown, or a call of `answer` is
    /// about to follow.
    ///
    /// - Parameter answer: Called once, on its own thread; ``VirtualDevice/settled(withCode:)``
    ///   waits for this call.
    package func requestAuthorization(
        _ options: AuthorizationOptions,
        answer: @escaping @Sendable (Result<Bool, NotificationFailure>) -> Void
    ) {
        let answers = FirstValue<Bool> { [device] isGranted in
            device.spawnHandler { answer(.success(isGranted)) }
        }
        if let result = device.beginAuthorization(options, of: bundleID, answers) {
            self.answer { answer(result) }
        }
    }
}
