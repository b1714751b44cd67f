// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The decision tree that leads from the sender's purpose to a valid payload with its headers.
///
/// The decision is a value type. It accepts answers, and returns the next questions or a draft.
public struct PushDecision: Hashable, Sendable {
    /// The answers given so far, explicitly or by default.
    public private(set) var answers = PushAnswers()

    public init() {}

    /// The questions that must be asked because of the answers given so far, and that have no
    /// answer yet.
    public var open: [PushQuestion] {
        Self.table.filter { $0.isAsked(answers) && answers[$0.id] == nil }
    }

    /// Answers a question.
    ///
    /// - Throws: ``PushDecisionError`` if the value is not one of the question's answers.
    public mutating func answer(
        _ id: PushQuestion.ID, _ word: String
    ) throws(PushDecisionError) {
        let question = Self.question(id)
        guard question.takes(word) else { throw .invalidValue(question, word) }
        answers[id] = word
    }

    /// Gives every open question its default answer.
    ///
    /// - Throws: ``PushDecisionError`` if a question has no default answer.
    public mutating func useDefaultAnswers() throws(PushDecisionError) {
        while let question = open.first {
            guard !question.isRequired, let usual = question.choices.first else {
                throw .isOpen(question)
            }
            answers[question.id] = usual.word
        }
    }

    /// The questions that have an answer although they do not apply, in the order of ``table``.
    public var superfluous: [PushQuestion] {
        Self.table.filter { answers[$0.id] != nil && !$0.isAsked(answers) }
    }

    /// Returns a question by its identifier.
    public static func question(_ id: PushQuestion.ID) -> PushQuestion {
        // The table has a row for each identifier, as a test verifies.
        table.first { $0.id == id } ?? table[0]
    }
}

/// The reason why a decision has not led to a draft.
public enum PushDecisionError: Error, Hashable, Sendable, CustomStringConvertible {
    case invalidValue(PushQuestion, String)
    case isOpen(PushQuestion)
    /// The draft requires a value that is missing.
    case isMissing(PushField)
    /// A value cannot be used. The string states the reason.
    case isUnusable(PushField, String)

    public var description: String {
        switch self {
        case .invalidValue(let question, let value):
            "--\(question.id.rawValue): \"\(TolerantReader.shortened(value))\" is not a valid "
                + "value; \(Self.suggestion(value, question))use one of \(Self.values(question))"
        case .isOpen(let question):
            "--\(question.id.rawValue) is missing: \(question.text) Use one of "
                + Self.values(question)
        case .isMissing(.title):
            "--title and --body are missing. Specify one or both"
        case .isMissing(let field): "--\(field.rawValue) is missing: \(field.question)"
        case .isUnusable(let field, let problem): "--\(field.rawValue): \(problem)"
        }
    }

    /// Returns a suggestion of the answer that the person probably meant, as the start of a
    /// sentence. The result is empty if no answer is similar.
    private static func suggestion(_ value: String, _ question: PushQuestion) -> String {
        KeySpelling.nearest(to: value, among: question.choices.map(\.word))
            .map { "did you mean \($0)? Otherwise " } ?? ""
    }

    private static func values(_ question: PushQuestion) -> String {
        question.choices.map(\.word).joined(separator: ", ")
    }
}
