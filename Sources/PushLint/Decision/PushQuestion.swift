// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// One question of the decision tree by which a payload is found, and its answers.
public struct PushQuestion: Hashable, Sendable, Identifiable {
    /// An answer: a word for scripts, and what it means.
    public struct Choice: Hashable, Sendable {
        public let word: String
        public let meaning: String
    }

    /// The question's name, which is also the option of the command line.
    public let id: ID
    /// As a person is asked.
    public let text: String
    /// The answers, the usual one first.
    public let choices: [Choice]
    /// Whether it has to be answered: there is no usual answer that is right for many.
    public let isRequired: Bool
    /// The answers to ``ID/kind`` with which it is asked.
    public let kinds: Set<PushKind>

    /// The questions in the order in which they are asked.
    public enum ID: String, Hashable, Sendable, CaseIterable {
        case kind, urgency, text, change, buttons, badge, wake, replaces, offline, event, loud
    }

    /// Whether a word is one of its answers.
    public func takes(_ word: String) -> Bool { choices.contains { $0.word == word } }

    /// Whether it is asked, given the answers so far.
    func isAsked(_ answers: PushAnswers) -> Bool {
        guard id != .kind else { return true }
        guard let kind = answers.kind, kinds.contains(kind) else { return false }
        // A Live Activity's start is always told aloud, an end never has to be.
        return id != .loud || answers[.event] == "update"
    }
}

/// Who is to notice a push.
public enum PushKind: String, Hashable, Sendable, CaseIterable {
    case alert, background, call, widgets, controls, location, complication
    case liveActivity = "live-activity"
    case pushToTalk = "push-to-talk"
    case fileProvider = "file-provider"
}

/// Answers to questions, by their names.
public struct PushAnswers: Hashable, Sendable {
    private var words: [PushQuestion.ID: String] = [:]

    public init() {}

    public subscript(id: PushQuestion.ID) -> String? {
        get { words[id] }
        set { words[id] = newValue }
    }

    public var kind: PushKind? { self[.kind].flatMap(PushKind.init) }
}
