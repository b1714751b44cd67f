// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What kept a part of a checkout from being read, as the rule of an entry of
/// ``AppProject/problems``.
public enum ProjectProblem: String, Hashable, Sendable, CaseIterable {
    /// A project, manifest or workspace that is not what its name says.
    case unreadableProject = "unreadable-project"
    /// An Info.plist, entitlements file or table of strings that is no property list.
    case unreadablePlist = "unreadable-plist"
    case unreadableProfile = "unreadable-profile"
    /// A file that settings name and that is not in the checkout.
    case missingFile = "missing-file"
    /// A part of a manifest that only running it would tell.
    case notLookedAt = "not-looked-at"
}
