// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Who began an interaction. Apple: since iOS 10.0.
public enum INInteractionDirection: Int, Sendable {
    /// Not said.
    case unspecified = 0
    /// The person with the phone.
    case outgoing = 1
    /// Somebody else.
    case incoming = 2
}
