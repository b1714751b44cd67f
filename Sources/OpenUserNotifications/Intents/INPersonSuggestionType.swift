// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The source from which the system suggested a person. Available since iOS 10.0.
public enum INPersonSuggestionType: Int, Sendable {
    /// No particular source. Available since iOS 12.0.
    case none = 0
    /// A social profile.
    case socialProfile = 1
    /// An instant message address.
    case instantMessageAddress = 2
}
