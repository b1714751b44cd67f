// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a part of a checkout was not read, used as the rule of an entry of
/// ``AppProject/problems``.
package enum ProjectProblem: String, Hashable, Sendable, CaseIterable {
    /// A project, manifest or workspace that is not in the expected format.
    case unreadableProject = "unreadable-project"
    /// An Info.plist, entitlements file or string table that is not a property list.
    case unreadablePlist = "unreadable-plist"
    case unreadableProfile = "unreadable-profile"
    /// A file to which settings refer, but which is not in the checkout.
    case missingFile = "missing-file"
    /// A part of a manifest whose value is known only after running the manifest.
    case notExamined = "not-examined"
}
