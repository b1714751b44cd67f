// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Handlers that apps and other parts of the kit add in order to be informed of events.
@MainActor
struct PushObservers {
    var active: [@MainActor () async -> Void] = []
    var background: [@MainActor () async -> Void] = []
    var received: [@MainActor (PushMessage) -> Void] = []
    var responded: [@MainActor (PushResponse) -> Void] = []
}

extension PushCenter {
    /// Adds code that runs each time the app becomes active.
    public func whenActive(_ body: @escaping @MainActor () async -> Void) {
        observers.active.append(body)
    }

    /// Adds code that runs each time the app enters the background.
    public func whenInBackground(_ body: @escaping @MainActor () async -> Void) {
        observers.background.append(body)
    }

    /// Adds code that runs for each push that reaches the app's code, even if the same message
    /// arrived before.
    public func whenReceived(_ body: @escaping @MainActor (PushMessage) -> Void) {
        observers.received.append(body)
    }

    /// Adds code that runs for everything that the person does with a notification, before the
    /// app's handler.
    public func whenResponded(_ body: @escaping @MainActor (PushResponse) -> Void) {
        observers.responded.append(body)
    }
}
