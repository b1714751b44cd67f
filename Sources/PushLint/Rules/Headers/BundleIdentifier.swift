// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The characters allowed in a bundle identifier: letters, digits, hyphens and periods
/// (`CFBundleIdentifier`).
enum BundleIdentifier {
    /// The remedy for an underscore in a bundle identifier.
    static let remedy =
        "write the identifier as it is registered; Xcode replaces underscores with hyphens"

    /// Returns the reason why a text cannot be a bundle identifier, as the rest of a sentence.
    /// Returns `nil` if the text can be one.
    static func problem(in text: String) -> String? {
        guard Topic.isPlausible(text) else { return "is not a bundle identifier" }
        guard !text.contains("_") else {
            return "contains an underscore, which is not allowed in a bundle identifier"
        }
        return nil
    }
}
