// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The type of media button that the system draws over an expanded notification. Available since
/// iOS 10.0.
public enum UNNotificationContentExtensionMediaPlayPauseButtonType: UInt, Sendable {
    /// No button.
    case none = 0
    /// A play and pause button.
    case `default` = 1
    /// A partly transparent button over the media.
    case overlay = 2
}
