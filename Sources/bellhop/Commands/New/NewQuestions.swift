// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import CommandSupport
import PushLint

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Asks a person the open questions of a decision.
enum NewQuestions {
    /// Whether standard input is a terminal.
    static var canAsk: Bool { isatty(STDIN_FILENO) == 1 }

    /// The maximum number of times that a question is repeated before it remains open.
    private static let attemptCountMax = 5

    /// Asks until no question is open. If the input ends, the remaining questions stay open.
    static func ask(_ decision: PushDecision) -> PushDecision {
        var decision = decision
        while let question = decision.open.first {
            guard let word = ask(question) else { return decision }
            do { try decision.answer(question.id, word) } catch { return decision }
        }
        return decision
    }

    /// Asks for the values that no option provided. If the input ends, the remaining values are
    /// omitted.
    static func ask(_ fields: [PushField], _ given: PushDraft.Contents) -> PushDraft.Contents {
        var contents = given
        for field in fields where contents[field] == nil {
            Console.note("\n\(field.question)")
            guard let line = readLine() else { return contents }
            contents[field] = line
        }
        return contents
    }

    private static func ask(_ question: PushQuestion) -> String? {
        Console.note("\n\(question.text)")
        let width = question.choices.map(\.word.count).max() ?? 0
        for (index, choice) in question.choices.enumerated() {
            let gap = String(repeating: " ", count: width - choice.word.count)
            Console.note("  \(index + 1)  \(choice.word)\(gap)  \(choice.meaning)")
        }
        for _ in 0..<attemptCountMax {
            Console.note("Number or word [\(question.choices[0].word)]:")
            guard let line = readLine() else { return nil }
            if line.isEmpty { return question.choices[0].word }
            if question.takes(line) { return line }
            if let number = Int(line), question.choices.indices.contains(number - 1) {
                return question.choices[number - 1].word
            }
        }
        return nil
    }
}
