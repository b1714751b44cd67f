// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The destination of a notification, as a type that the app defines: usually an enum with a case
/// for each kind of screen.
public protocol PushRoute: Hashable, Sendable {
    /// Reads the destination of a message; `nil` when it has none.
    init?(_ message: PushMessage)
}

/// Opens the messages that the person tapped.
@MainActor
public protocol PushOpening: AnyObject {
    /// Goes to the destination of a message, now or as soon as there is an interface.
    func open(_ message: PushMessage)

    /// Returns whether the destination of a message is on the screen now.
    func isOnScreen(_ message: PushMessage) -> Bool
}

extension PushOpening {
    public func isOnScreen(_ message: PushMessage) -> Bool { false }
}
