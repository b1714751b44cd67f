// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a part of a checkout was not read, used as the rule of an entry of
/// ``AppProject/problems``.
package enum ProjectProblem: String, Hashable, Sendable, CaseIterable {
    /// A project, manifest or workspace whose content is not what its name suggests.
    case unreadableProject = "unreadable-project"
    /// An Info.plist, entitlements file or table of strings that is not a property list.
    case unreadablePlist = "unreadable-plist"
    case unreadableProfile = "unreadable-profile"
    /// A file that settings name and that is not in the checkout.
    case missingFile = "missing-file"
    /// A part of a manifest that can only be determined by running it.
    case notExamined = "not-examined"
}
