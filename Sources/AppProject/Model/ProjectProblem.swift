// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a part of a checkout was not read. It is used as the rule of an entry in
/// ``AppProject/problems``.
package enum ProjectProblem: String, Hashable, Sendable, CaseIterable {
    /// A project, manifest or workspace is not in the expected format.
    case unreadableProject = "unreadable-project"
    /// An Info.plist, entitlements file or string table is not a property list.
    case unreadablePlist = "unreadable-plist"
    case unreadableProfile = "unreadable-profile"
    /// A file to which settings refer is not in the checkout.
    case missingFile = "missing-file"
    /// The value of a part of a manifest can be determined only by running the manifest.
    case notExamined = "not-examined"
}
