// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import Explain

/// The subject of `bellhop explain --symptom WORD`, which is a symptom, or all symptoms.
package enum SymptomQuery: WorkResult, Sendable {
    case guide(SymptomGuide)
    case list

    /// - Throws: ``WorkFailure`` of kind `usage`, whose message lists the valid words.
    package init(_ word: String) throws(WorkFailure) {
        let word = word.trimmingBlanks
        if word == "list" {
            self = .list
        } else if let guide = SymptomGuide.table.first(where: { $0.id == word.lowercased() }) {
            self = .guide(guide)
        } else {
            throw .unknownWord(
                word, "symptom", among: SymptomGuide.table.map(\.id) + ["list"],
                option: "--symptom")
        }
    }

    /// Returns the explanation as text for people.
    package func text(width: Int?, paint: @escaping TextPaint) -> String {
        switch self {
        case .guide(let guide): guide.text(width: width, paint: paint)
        case .list: Self.lines.joined(separator: "\n")
        }
    }

    /// Returns the explanation as JSON for programs. Its keys do not change.
    package func json() -> JSONObject {
        switch self {
        case .guide(let guide): guide.json
        case .list: ["symptoms": .array(SymptomGuide.table.map { .object($0.json) })]
        }
    }

    private static var lines: [String] {
        let width = (SymptomGuide.table.map(\.id.count).max() ?? 0) + 2
        return SymptomGuide.table.map { guide in
            guide.id + String(repeating: " ", count: width - guide.id.count) + guide.title
        }
    }
}
