// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import GatewayAPI
import Workbench

/// `bellhop topic`: declares topics and subscribes users of a running gateway.
struct TopicCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "topic",
        abstract: "Declare topics, subscribe users to them and show their decisions.",
        discussion: """
              bellhop topic create news --title News
              bellhop topic subscribe news alex --note 'form 7, version 2'
              bellhop topic unsubscribe news alex
              bellhop topic history alex
              bellhop send --audience 'topic news' --body 'Read the news'

            An app subscribes itself with PUT \
            /v1/device/installations/{installation_id}/topics/{topic}.
            """,
        subcommands: [
            Create.self, List.self, Delete.self, Subscribe.self, Unsubscribe.self, History.self,
        ])

    /// `bellhop topic create`.
    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Declare a topic, or change its title.",
            discussion: "  bellhop topic create news --title 'News and offers'")

        @Argument(help: "The name: a to z, 0 to 9, - and _.") var name: String
        @Option(help: "The display name; by default the name.") var title: String?
        @OptionGroup var options: AppTargetOptions

        func run() async throws {
            try await reportingFailures {
                let (client, app) = try await options.target()
                let topic = try await client.putTopic(name, title: title ?? name, app: app)
                Console.out(
                    options.format == .json
                        ? try jsonText(topic) : "\(topic.name): \(topic.title.printable)")
            }
        }
    }

    /// `bellhop topic list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the topics, with the numbers of subscribed installations.",
            discussion: "  bellhop topic list --app com.example.app")

        @OptionGroup var options: AppTargetOptions

        func run() async throws {
            try await reportingFailures {
                let (client, app) = try await options.target()
                guard let list = try await client.topics(app: app) else {
                    throw CommandFailure(
                        .badInput, "there is no app \(app.printable); check --app")
                }
                if options.format == .json { return Console.out(try jsonText(list)) }
                for topic in list.topics {
                    Console.out(
                        "\(topic.name.printable): \(topic.title.printable), "
                            + "\(topic.subscribed ?? 0) subscribed")
                }
            }
        }
    }

    /// `bellhop topic delete`.
    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete a topic with its subscriptions; the history stays.",
            discussion: "  bellhop topic delete news")

        @Argument(help: "The topic's name.") var name: String
        @OptionGroup var options: AppTargetOptions

        func run() async throws {
            try await reportingFailures {
                let (client, app) = try await options.target()
                guard try await client.deleteTopic(name, app: app) else {
                    throw CommandFailure(
                        .badInput,
                        "there is no topic \(name.printable); see the names with: bellhop topic "
                            + "list")
                }
                Console.out(
                    options.format == .json
                        ? try jsonText(["deleted": name]) : "deleted: \(name.printable)")
            }
        }
    }

    /// `bellhop topic subscribe`.
    struct Subscribe: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "subscribe",
            abstract: "Subscribe all installations of a user to a topic.",
            discussion: "  bellhop topic subscribe news alex --note 'form 7, version 2'")

        @Argument(help: "The topic's name.") var name: String
        @Argument(help: "The user, or alias:LABEL:VALUE.") var user: String
        @Option(help: "The evidence that the person agreed, such as a form.") var note: String?
        @OptionGroup var options: AppTargetOptions

        func run() async throws {
            try await reportingFailures {
                try await options.decide(
                    TopicDecision(subscribed: true, note: note), topic: name, user: user)
            }
        }
    }

    /// `bellhop topic unsubscribe`.
    struct Unsubscribe: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unsubscribe",
            abstract: "End the subscriptions of all installations of a user to a topic.",
            discussion: "  bellhop topic unsubscribe news alex")

        @Argument(help: "The topic's name.") var name: String
        @Argument(help: "The user, or alias:LABEL:VALUE.") var user: String
        @Option(help: "The evidence of the person's decision.") var note: String?
        @OptionGroup var options: AppTargetOptions

        func run() async throws {
            try await reportingFailures {
                try await options.decide(
                    TopicDecision(subscribed: false, note: note), topic: name, user: user)
            }
        }
    }

    /// `bellhop topic history`.
    struct History: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "history",
            abstract: "Show the decisions of a user about topics, oldest first.",
            discussion: "  bellhop topic history alex")

        @Argument(help: "The user, or alias:LABEL:VALUE.") var user: String
        @OptionGroup var options: AppTargetOptions

        func run() async throws {
            try await reportingFailures {
                let client = try options.client()
                var all: [ConsentResource] = []
                var after: String?
                repeat {
                    let page = try await client.consents(
                        ofUser: user, app: options.app, after: after)
                    all += page.decisions
                    after = page.next
                } while after != nil
                if options.format == .json { return Console.out(try jsonText(all)) }
                for decision in all { Console.out(decision.line) }
            }
        }
    }
}

extension ConsentResource {
    /// A description of the decision in one line.
    fileprivate var line: String {
        var line = "\(APIJSON.text(of: at)) \(topic.printable) "
        line += subscribed ? "subscribed" : "ended"
        line += " by \(source.rawValue)"
        if let installation { line += " for \(installation.printable)" }
        if let note { line += ": \(note.printable)" }
        return line
    }
}

extension AppTargetOptions {
    fileprivate func decide(
        _ decision: TopicDecision, topic: String, user: String
    ) async throws {
        let found = try await client().decide(decision, topic: topic, ofUser: user, app: app)
        if format == .json { return Console.out(try jsonText(found)) }
        Console.out(
            "\(found.user.printable): topic \(topic.printable) "
                + (decision.subscribed ? "subscribed" : "ended") + " for "
                + LoadReport.plural(found.installationCount, "installation"))
    }
}
