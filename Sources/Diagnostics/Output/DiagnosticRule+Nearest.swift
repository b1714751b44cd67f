// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DiagnosticRule {
    /// The maximum number of suggested rules.
    private static let suggestionCountMax = 3

    /// Returns the rules to which an unknown identifier may refer. The identifiers of these rules
    /// share most words with it, or are spelled similarly.
    public static func nearest(to word: String, in rules: [DiagnosticRule]) -> [DiagnosticRule] {
        let parts = Set(word.lowercased().split { $0 == "-" || $0 == "_" || $0 == " " })
        let rated = rules.compactMap { rule -> (rule: DiagnosticRule, rating: Int)? in
            let own = Set(rule.id.split(separator: "-"))
            let shared = own.intersection(parts).filter { $0.count > 2 }.count
            let distance = EditDistance.between(
                Array(word.utf8.prefix(64)), Array(rule.id.utf8))
            let isNear = distance <= max(2, rule.id.utf8.count / 4)
            guard isNear || shared * 2 >= max(2, parts.count) else { return nil }
            return (rule, shared * 4 - distance)
        }
        return rated.sorted { $0.rating > $1.rating }.prefix(suggestionCountMax).map(\.rule)
    }
}
