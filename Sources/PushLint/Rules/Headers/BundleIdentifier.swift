// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The characters allowed in a bundle identifier: letters, digits, hyphens and periods
/// (`CFBundleIdentifier`).
enum BundleIdentifier {
    /// The remedy for an underscore.
    static let remedy =
        "write the identifier as it is registered; Xcode puts a hyphen in place of an underscore"

    /// Returns why a text is not a bundle identifier, as the rest of a sentence; `nil` if it may be
    /// one.
    static func problem(in text: String) -> String? {
        guard Topic.isPlausible(text) else { return "is no bundle identifier" }
        guard !text.contains("_") else {
            return "has an underscore, which no bundle identifier can have"
        }
        return nil
    }
}
