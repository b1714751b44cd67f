// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// A rule over many payloads.
struct FolderRule: Sendable {
    let about: DiagnosticRule
    /// The check, which returns the problem as a phrase, or `nil` if there is none.
    let check: @Sendable ([PayloadTraits]) -> String?

    /// The number of payloads below which these rules do not apply.
    static let payloadCountMin = 8
    /// The percentage of visible payloads from which too many of them are time-sensitive.
    static let timeSensitivePercentMax = 75

    static let table = [
        mostlyTimeSensitive, allPriorityTen, oneCollapseID, noThreadIDs, noCategories,
    ]

    /// Returns an example with the minimum number of payloads.
    static func example(_ payload: (Int) -> String) -> RuleExample {
        RuleExample((1...payloadCountMin).map { RuleExample.File("\($0).apns", payload($0)) })
    }
}
