// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Writes the sentences of facts; the decisions themselves contain no prose.
enum FactText {
    /// The maximum length of a Focus's name or a localization key, in characters.
    static let nameCountMax = 40

    /// Returns the sentences about an arrival in one line, each with its rule.
    static func summary(of facts: [ArrivalFact]) -> String {
        facts.map { sentence(for: $0).line }.joined(separator: " ")
    }

    /// Returns the sentence about the effect of an action or of a timed event, with its rule.
    static func summary(of fact: OutcomeFact) -> String { sentence(for: fact).line }
}
