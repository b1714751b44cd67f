// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Other parts of the kit, and of apps, that want to know what happens.
@MainActor
struct PushObservers {
    var active: [@MainActor () async -> Void] = []
    var background: [@MainActor () async -> Void] = []
    var received: [@MainActor (PushMessage) -> Void] = []
    var answered: [@MainActor (PushAnswer) -> Void] = []
}

extension PushCenter {
    /// Runs each time that the app becomes active.
    public func whenActive(_ body: @escaping @MainActor () async -> Void) {
        observers.active.append(body)
    }

    /// Runs each time that the app leaves the screen.
    public func whenInBackground(_ body: @escaping @MainActor () async -> Void) {
        observers.background.append(body)
    }

    /// Runs for each push that reaches the app's code, also for second copies.
    public func whenReceived(_ body: @escaping @MainActor (PushMessage) -> Void) {
        observers.received.append(body)
    }

    /// Runs for everything that the person does with a notification, before the app's handler.
    public func whenAnswered(_ body: @escaping @MainActor (PushAnswer) -> Void) {
        observers.answered.append(body)
    }
}
