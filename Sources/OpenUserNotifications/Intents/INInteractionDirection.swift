// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The direction of an interaction. Apple: since iOS 10.0.
public enum INInteractionDirection: Int, Sendable {
    /// Not specified.
    case unspecified = 0
    /// Started by the person who uses the phone.
    case outgoing = 1
    /// Started by another person.
    case incoming = 2
}
