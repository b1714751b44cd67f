// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The decision tree from what somebody wants to a right payload with its headers.
///
/// A value: answers go in, the next question or a draft comes out.
public struct PushDecision: Hashable, Sendable {
    /// What was answered, by hand or by a usual answer.
    public private(set) var answers = PushAnswers()

    public init() {}

    /// The questions that are asked after these answers and have none yet.
    public var open: [PushQuestion] {
        Self.table.filter { $0.isAsked(answers) && answers[$0.id] == nil }
    }

    /// Answers a question.
    ///
    /// - Throws: ``PushDecisionError`` when the word is none of its answers.
    public mutating func answer(
        _ id: PushQuestion.ID, _ word: String
    ) throws(PushDecisionError) {
        let question = Self.question(id)
        guard question.takes(word) else { throw .unknownWord(question, word) }
        answers[id] = word
    }

    /// Gives every open question its usual answer.
    ///
    /// - Throws: ``PushDecisionError`` when one has none.
    public mutating func takeUsualAnswers() throws(PushDecisionError) {
        while let question = open.first {
            guard !question.isRequired, let usual = question.choices.first else {
                throw .isOpen(question)
            }
            answers[question.id] = usual.word
        }
    }

    /// Answers that no question asked for, in the order of the table.
    public var superfluous: [PushQuestion] {
        Self.table.filter { answers[$0.id] != nil && !$0.isAsked(answers) }
    }

    /// The row of a question.
    public static func question(_ id: PushQuestion.ID) -> PushQuestion {
        // The table has a row for each name, which a test holds it to.
        table.first { $0.id == id } ?? table[0]
    }
}

/// Why there is no draft yet.
public enum PushDecisionError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownWord(PushQuestion, String)
    case isOpen(PushQuestion)
    /// A value that the draft cannot do without.
    case isMissing(PushField)
    /// A value, and why it cannot be used.
    case isUnusable(PushField, String)

    public var description: String {
        switch self {
        case .unknownWord(let question, let word):
            "--\(question.id.rawValue): there is no answer \"\(TolerantReader.shortened(word))\"; "
                + Self.guess(word, question) + "use one of " + Self.words(question)
        case .isOpen(let question):
            "--\(question.id.rawValue) is missing: \(question.text) Use one of "
                + Self.words(question)
        case .isMissing(.title):
            "--title and --body are missing: what does the notification say? Give one or both"
        case .isMissing(let field): "--\(field.rawValue) is missing: \(field.question)"
        case .isUnusable(let field, let problem): "--\(field.rawValue): \(problem)"
        }
    }

    /// The answer that was meant, as the start of a sentence; empty when none is near.
    private static func guess(_ word: String, _ question: PushQuestion) -> String {
        KeySpelling.nearest(to: word, among: question.choices.map(\.word))
            .map { "did you mean \($0)? Otherwise " } ?? ""
    }

    private static func words(_ question: PushQuestion) -> String {
        question.choices.map(\.word).joined(separator: ", ")
    }
}
