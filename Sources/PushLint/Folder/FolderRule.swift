// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// A rule over many payloads.
struct FolderRule: Sendable {
    let about: DiagnosticRule
    /// What is wrong, as a phrase; `nil` when nothing is.
    let check: @Sendable ([PayloadTraits]) -> String?

    /// Fewer payloads than this are no habit.
    static let payloadCountMin = 8
    /// From what share of the visible ones on, of 100, too many are time-sensitive.
    static let timeSensitivePercentMax = 75

    static let table = [
        mostlyTimeSensitive, allPriorityTen, oneCollapseID, noThreadIDs, noCategories,
    ]

    /// An example of as many payloads as count.
    static func example(_ payload: (Int) -> String) -> RuleExample {
        RuleExample((1...payloadCountMin).map { RuleExample.File("\($0).apns", payload($0)) })
    }
}
