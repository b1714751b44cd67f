// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// A rule about many payloads together.
struct FolderRule: Sendable {
    let about: DiagnosticRule
    /// A function that returns the problem as a phrase; `nil` if there is no problem.
    let check: @Sendable ([PayloadTraits]) -> String?

    /// The minimum number of payloads to which these rules apply. Smaller folders cause no
    /// findings.
    static let payloadCountMin = 8
    /// The percentage of time-sensitive payloads, among all visible payloads, from which a finding
    /// is reported.
    static let timeSensitivePercentMax = 75

    static let table = [
        mostlyTimeSensitive, allPriorityTen, oneCollapseID, noThreadIDs, noCategories,
    ]

    /// Returns an example with the minimum number of payloads.
    static func example(_ payload: (Int) -> String) -> RuleExample {
        RuleExample((1...payloadCountMin).map { RuleExample.File("\($0).apns", payload($0)) })
    }
}
