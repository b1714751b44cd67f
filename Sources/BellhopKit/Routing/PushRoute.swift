// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Where a notification leads, as a type of the app's: usually an enum with a case for each kind of
/// screen.
public protocol PushRoute: Hashable, Sendable {
    /// Reads the destination out of a message; `nil` when it leads nowhere in particular.
    init?(_ message: PushMessage)
}

/// Takes the messages that the person opened.
@MainActor
public protocol PushOpening: AnyObject {
    /// Goes where a message leads, now or as soon as there is an interface.
    func open(_ message: PushMessage)

    /// Whether the place where a message leads is on the screen now.
    func isOnScreen(_ message: PushMessage) -> Bool
}

extension PushOpening {
    public func isOnScreen(_ message: PushMessage) -> Bool { false }
}
