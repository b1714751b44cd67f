// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The direction of an interaction. Available since iOS 10.0.
public enum INInteractionDirection: Int, Sendable {
    /// The direction is not specified.
    case unspecified = 0
    /// The person who uses the phone started the interaction.
    case outgoing = 1
    /// Another person started the interaction.
    case incoming = 2
}
