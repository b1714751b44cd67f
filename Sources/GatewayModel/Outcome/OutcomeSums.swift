// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The number of installations for each outcome.
package struct OutcomeSums: Hashable, Sendable {
    /// The maximum number of different outcomes in one campaign. Further outcomes are counted as
    /// ``OutcomeCode/Reason/other``.
    package static let codeCountMax = 1000

    private var counts: [OutcomeCode: Int] = [:]

    package init() {}

    package subscript(code: OutcomeCode) -> Int { counts[code] ?? 0 }

    package mutating func add(_ count: Int, to code: OutcomeCode) {
        var code = code
        if counts[code] == nil, counts.count >= Self.codeCountMax {
            code = OutcomeCode(code.kind, reason: OutcomeCode.Reason.other)
        }
        let sum = self[code] + count
        counts[code] = sum == 0 ? nil : sum
    }

    package mutating func add(_ other: OutcomeSums) {
        for (code, count) in other.counts { add(count, to: code) }
    }

    package mutating func subtract(_ other: OutcomeSums) {
        for (code, count) in other.counts { add(-count, to: code) }
    }

    /// The outcomes with their counts, in a fixed order.
    package var entries: [(code: OutcomeCode, count: Int)] {
        counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The number of installations with an outcome of this kind.
    package func count(of kind: OutcomeCode.Kind) -> Int {
        counts.reduce(0) { $0 + ($1.key.kind == kind ? $1.value : 0) }
    }

    /// The total number of installations that were counted.
    package var total: Int { counts.values.reduce(0, +) }

    package var isEmpty: Bool { counts.isEmpty }
}
