// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel

/// What the page says about a rule when a person points at its identifier.
struct ConsoleRule: Codable {
    /// The rule in a sentence, without a full stop.
    let text: String
    /// What it is about, as a heading.
    let area: String
    let grade: Claim.Grade
    /// The page or report that it rests on.
    let source: String

    /// Every rule of the phone by its identifier. It never changes: the page asks once.
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
