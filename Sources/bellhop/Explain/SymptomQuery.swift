// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Explain
import GatewayAPI

/// What `bellhop explain --symptom WORD` was asked for.
enum SymptomQuery {
    case guide(SymptomGuide)
    case list

    /// - Throws: ``CommandFailure`` with status 64 and the right words.
    init(_ word: String) throws {
        let word = word.trimmingBlanks
        if word == "list" {
            self = .list
        } else if let guide = SymptomGuide.table.first(where: { $0.id == word.lowercased() }) {
            self = .guide(guide)
        } else {
            let ids = SymptomGuide.table.map(\.id)
            throw OptionWords.unknown(
                word, "--symptom", "symptom",
                NearestWord.of(word, among: ids).map { [$0, "list"] } ?? ids + ["list"])
        }
    }

    func text(_ format: OutputFormat) -> String {
        switch (self, format) {
        case (.guide(let guide), .text): guide.text(width: Console.width, paint: Console.paint)
        case (.guide(let guide), .json): JSONWriter.text(.object(guide.json), style: .indented)
        case (.list, .text): Self.lines.joined(separator: "\n")
        case (.list, .json):
            JSONWriter.text(
                ["symptoms": .array(SymptomGuide.table.map { .object($0.json) })],
                style: .indented)
        }
    }

    private static var lines: [String] {
        let width = (SymptomGuide.table.map(\.id.count).max() ?? 0) + 2
        return SymptomGuide.table.map { guide in
            guide.id + String(repeating: " ", count: width - guide.id.count) + guide.title
        }
    }
}
