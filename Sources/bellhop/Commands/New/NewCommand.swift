// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import PushLint

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `bellhop new`: creates a valid payload and its headers from the answers to a few questions.
struct NewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Ask a few questions and write a valid payload with its headers.",
        discussion: """
              bellhop new                                   asks, and prints
              bellhop new hello.apns                        asks, and writes the file
              bellhop new --kind alert --urgency time-sensitive \\
                --title "Gate change" --body B22
              bellhop new --kind background --plain
              bellhop new --kind live-activity --event update \\
                --content-state '{"home": 2, "guests": 1}' goal.apns

            The command asks who must see the push, how urgent it is, and whether app code has to \
            run. The answers determine the push type, the priority, the expiration and the keys. \
            The file contains the headers above the JSON; bellhop push, explain and lint read both.

            On a terminal, the command asks for everything that the options do not state, \
            including the texts. Without a terminal, these options are required: --kind, --urgency \
            with an alert, --event with a Live Activity, and the values that the push needs; all \
            other questions have a default answer. The command invents no values. It does not \
            overwrite an existing file.
            """)

    @Argument(help: "The file to write. Default: standard output.")
    var file: String?

    @OptionGroup(title: "Answers") var answers: NewAnswers

    @OptionGroup(title: "Values") var values: NewValues

    @Option(help: ArgumentHelp("The bundle identifier, for the topic.", valueName: "bundle-id"))
    var app: String?

    @Flag(help: "Write only the JSON, and print the headers as options of bellhop push.")
    var plain = false

    func run() async throws {
        try await reportingFailures {
            let decision = try decide()
            let contents = try contents(for: decision)
            let draft: PushDraft
            do throws(PushDecisionError) { draft = try decision.draft(contents) } catch {
                throw CommandFailure(.usage, error.description)
            }
            let text = plain ? draft.json : draft.file
            if let file {
                try NewFile.write(text, to: file)
                Console.note(
                    "wrote \(file); to see the effect of the push, run: bellhop explain "
                        + "\(file)")
            } else {
                Console.out(String(text.dropLast()))
            }
            for need in draft.needs { Console.note("needs  \(need)") }
            if plain {
                let options = draft.options.joined(separator: " ")
                Console.note("send   bellhop push \(file ?? "FILE") \(options)")
            }
        }
    }

    private func decide() throws -> PushDecision {
        var decision = PushDecision()
        do throws(PushDecisionError) {
            for (id, word) in answers.given { try decision.answer(id, word) }
            if NewQuestions.canAsk {
                decision = NewQuestions.ask(decision)
            }
            try decision.useDefaultAnswers()
        } catch {
            throw CommandFailure(.usage, error.description)
        }
        if let question = decision.superfluous.first {
            throw CommandFailure(
                .usage,
                "--\(question.id.rawValue) cannot be combined with --kind "
                    + "\(decision.answers[.kind] ?? ""); leave it out")
        }
        return decision
    }

    private func contents(for decision: PushDecision) throws -> PushDraft.Contents {
        var contents = PushDraft.Contents(
            epochSeconds: TimeSource.system.now.wholeEpochSeconds)
        for (field, value) in values.all { contents[field] = value }
        if let field = decision.superfluousFields(in: contents).first {
            throw CommandFailure(
                .usage, "--\(field.rawValue) cannot be combined with these answers; leave it out")
        }
        if NewQuestions.canAsk { contents = NewQuestions.ask(decision.fields, contents) }
        if let app {
            guard Topic.isPlausible(app), PushType.named(byTopic: app) == nil else {
                throw CommandFailure(
                    .usage,
                    "--app: the value is not a bundle identifier; use one such as "
                        + "com.example.app")
            }
            contents.bundleID = app
        }
        return contents
    }
}

/// The options for the values in the payload and its headers.
struct NewValues: ParsableArguments {
    @Option(help: "The title of the notification.")
    var title: String?

    @Option(help: "The body of the notification.")
    var body: String?

    @Option(
        name: .customLong("title-loc-key"),
        help: ArgumentHelp("The localization key of the title.", valueName: "key"))
    var titleKey: String?

    @Option(
        name: .customLong("loc-key"),
        help: ArgumentHelp("The localization key of the body.", valueName: "key"))
    var bodyKey: String?

    @Option(
        name: .customLong("media-url"),
        help: ArgumentHelp("The URL of the picture, sound or video to attach.", valueName: "url"))
    var mediaURL: String?

    @Option(help: "The identifier of the category with the buttons.")
    var category: String?

    @Option(
        name: .customLong("badge-count"),
        help: ArgumentHelp("The number on the app's icon.", valueName: "count"))
    var badgeCount: String?

    @Option(
        name: .customLong("collapse-id"),
        help: ArgumentHelp(
            "apns-collapse-id: a notification replaces an earlier one with the same value.",
            valueName: "id"))
    var collapseID: String?

    @Option(
        name: .customLong("attributes-type"),
        help: ArgumentHelp("The type of the Live Activity's attributes.", valueName: "type"))
    var attributesType: String?

    @Option(help: ArgumentHelp("The Live Activity's attributes, as JSON.", valueName: "json"))
    var attributes: String?

    @Option(
        name: .customLong("content-state"),
        help: ArgumentHelp("The Live Activity's content state, as JSON.", valueName: "json"))
    var contentState: String?

    /// The values that the options specify, with their fields.
    var all: [(PushField, String)] {
        let given: [(PushField, String?)] = [
            (.title, title), (.body, body), (.titleKey, titleKey), (.bodyKey, bodyKey),
            (.mediaURL, mediaURL), (.category, category), (.badgeCount, badgeCount),
            (.collapseID, collapseID), (.attributesType, attributesType),
            (.attributes, attributes), (.contentState, contentState),
        ]
        return given.compactMap { field, value in value.map { (field, $0) } }
    }
}

/// The options that answer questions in advance.
struct NewAnswers: ParsableArguments {
    @Option(help: help(.kind)) var kind: String?
    @Option(help: help(.urgency)) var urgency: String?
    @Option(help: help(.text)) var text: String?
    @Option(help: help(.change)) var change: String?
    @Option(help: help(.buttons)) var buttons: String?
    @Option(help: help(.badge)) var badge: String?
    @Option(help: help(.wake)) var wake: String?
    @Option(help: help(.replaces)) var replaces: String?
    @Option(help: help(.offline)) var offline: String?
    @Option(help: help(.event)) var event: String?
    @Option(help: help(.loud)) var loud: String?

    private static func help(_ id: PushQuestion.ID) -> ArgumentHelp {
        let question = PushDecision.question(id)
        return ArgumentHelp(
            "\(question.text) " + question.choices.map(\.word).joined(separator: ", ") + ".",
            valueName: "answer")
    }

    /// The answers that the options specify, in the order of the questions.
    var given: [(PushQuestion.ID, String)] {
        let given: [(PushQuestion.ID, String?)] = [
            (.kind, kind), (.urgency, urgency), (.text, text), (.change, change),
            (.buttons, buttons), (.badge, badge), (.wake, wake), (.replaces, replaces),
            (.offline, offline), (.event, event), (.loud, loud),
        ]
        return given.compactMap { id, word in word.map { (id, $0) } }
    }
}
