// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import DeviceModel

extension AppSystem {
    /// Runs an app's completion handler on its own thread;
    /// ``VirtualDevice/settled(withCode:)`` waits for it.
    package func answer(_ handler: @escaping @Sendable () -> Void) { device.spawnHandler(handler) }

    /// Runs work of the system whose end no app code waits for;
    /// ``VirtualDevice/settled(withCode:)`` waits for it.
    package func later(_ work: @escaping @Sendable () async -> Void) { device.spawn(work) }

    /// Requests permission. When this returns, the prompt is shown or the answer is about to be
    /// given.
    ///
    /// - Parameter answer: Called once, as work of the phone.
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
