// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The policy that states who determines the badge, which is the number on the app's icon.
public struct BadgePolicy: Hashable, Sendable {
    /// The source of the number.
    public enum Source: String, Hashable, Sendable {
        /// The server sets the number with the payload's `badge`, which is absolute (rule `BDG-2`).
        /// The server knows which messages were read.
        case server
        /// The service extension counts pushes with a ``BadgeCounter``; the payload needs
        /// `mutable-content`.
        case counted
        /// The app alone sets the number; the badge of a push that arrives in the foreground is not
        /// applied.
        case app
    }

    public var source: Source
    /// Whether the number is removed when the app becomes active.
    public var clearsWhenActive: Bool

    public init(_ source: Source, clearsWhenActive: Bool) {
        self.source = source
        self.clearsWhenActive = clearsWhenActive
    }

    /// The server decides, and the app changes nothing.
    public static let server = BadgePolicy(.server, clearsWhenActive: false)
    /// The extension counts notifications, and the count restarts at 0 when the app becomes active.
    public static let counted = BadgePolicy(.counted, clearsWhenActive: true)
    /// The app decides, with ``PushBadge/set(_:)``.
    public static let app = BadgePolicy(.app, clearsWhenActive: false)
}
