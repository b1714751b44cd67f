// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel

/// The explanation that the page shows when the person points at the identifier of a rule.
struct ConsoleRule: Codable {
    /// The rule in one sentence, without a full stop.
    let text: String
    /// The heading of the area to which the rule belongs.
    let area: String
    let grade: Claim.Grade
    /// The source of the rule: a page of Apple's documentation or a report.
    let source: String

    /// The explanations of all rules of the phone, by identifier. The table is constant, so the
    /// page requests it only once.
    static let table: [String: ConsoleRule] = Dictionary(
        DeviceRule.table.map { rule in
            (
                rule.id.rawValue,
                ConsoleRule(
                    text: rule.text, area: rule.area.title, grade: rule.claim.grade,
                    source: rule.claim.source)
            )
        }, uniquingKeysWith: { first, _ in first })
}
