// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A question of the decision tree that leads to a payload, with its answers.
public struct PushQuestion: Hashable, Sendable, Identifiable {
    /// A possible answer: a word for use in scripts, and the meaning of the answer.
    public struct Choice: Hashable, Sendable {
        public let word: String
        public let meaning: String
    }

    /// The question's identifier, which is also the name of its command-line option.
    public let id: ID
    /// The question as the person sees it.
    public let text: String
    /// The possible answers, beginning with the most common one.
    public let choices: [Choice]
    /// Whether the question has no default, because no answer suits most senders.
    public let isRequired: Bool
    /// The kinds of pushes for which this question is asked. The person chooses the kind by
    /// answering the question ``ID/kind``.
    public let kinds: Set<PushKind>

    /// The identifiers of the questions, in the order in which they are asked.
    public enum ID: String, Hashable, Sendable, CaseIterable {
        case kind, urgency, text, change, buttons, badge, wake, replaces, offline, event, loud
    }

    /// Returns whether a word is one of the question's answers.
    public func takes(_ word: String) -> Bool { choices.contains { $0.word == word } }

    /// Returns whether the question is asked, given the answers so far.
    func isAsked(_ answers: PushAnswers) -> Bool {
        guard id != .kind else { return true }
        guard let kind = answers.kind, kinds.contains(kind) else { return false }
        // The start of a Live Activity always has an alert. The end of a Live Activity does not
        // need an alert.
        return id != .loud || answers[.event] == "update"
    }
}

/// The purpose of a push.
public enum PushKind: String, Hashable, Sendable, CaseIterable {
    case alert, background, call, widgets, controls, location, complication
    case liveActivity = "live-activity"
    case pushToTalk = "push-to-talk"
    case fileProvider = "file-provider"
}

/// The answers to questions, by question identifier.
public struct PushAnswers: Hashable, Sendable {
    private var values: [PushQuestion.ID: String] = [:]

    public init() {}

    public subscript(id: PushQuestion.ID) -> String? {
        get { values[id] }
        set { values[id] = newValue }
    }

    public var kind: PushKind? { self[.kind].flatMap(PushKind.init) }
}
