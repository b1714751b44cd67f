// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import GatewayAPI
import Workbench

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `bellhop webhook`: creates, examines and tests the webhooks of a running gateway.
struct WebhookCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhook",
        abstract: "Send events of a running gateway to your server: create, test, replay.",
        discussion: """
              bellhop webhook create https://example.com/push --event 'campaign.*'
              bellhop webhook test wh_7Xk2mQ9a4LpT
              bellhop webhook show wh_7Xk2mQ9a4LpT
              bellhop webhook replay wh_7Xk2mQ9a4LpT --since 2026-01-31T09:00:00Z

            Requests are signed as Standard Webhooks specifies; libraries for many languages can \
            verify them. The events:
            \(EventType.allCases.map { "  \($0.rawValue)\n      \($0.meaning)" }
                .joined(separator: "\n"))
            """,
        subcommands: [
            Create.self, List.self, Show.self, Test.self, Replay.self, Enable.self, Disable.self,
            Rotate.self, Delete.self,
        ])

    /// The options of all commands about webhooks.
    struct Options: ParsableArguments {
        @Option(help: "The output format: text or json.") var format: OutputFormat = .text
        @OptionGroup var state: StateOptions

        func client() throws -> GatewayClient { try state.directory.runningGateway() }

        func show(_ webhook: WebhookResource) throws {
            Console.out(format == .json ? try jsonText(webhook) : webhook.line)
        }
    }

    /// The identifier and the options of the commands about one webhook.
    struct One: ParsableArguments {
        @Argument(help: "The webhook's identifier, such as wh_7Xk2mQ9a4LpT.") var id: String
        @OptionGroup var options: Options

        /// Returns the webhook.
        func webhook(_ client: GatewayClient) async throws -> WebhookResource {
            guard let webhook = try await client.webhook(id) else {
                throw CommandFailure.noWebhook(id)
            }
            return webhook
        }

        /// Stores whether the gateway sends events to the webhook.
        func set(isEnabled: Bool) async throws {
            let client = try options.client()
            let found = try await webhook(client)
            try options.show(
                try await client.putWebhook(
                    id,
                    WebhookRequest(
                        url: found.url ?? "", events: found.events, apps: found.apps,
                        description: found.description, batchSize: found.batchSize,
                        isEnabled: isEnabled)))
        }
    }

    /// `bellhop webhook create`.
    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Create a webhook and print its secret.",
            discussion: """
                The gateway does not show the secret again. The command writes only the secret to \
                standard output, so that a script can put it into a file:

                  umask 077
                  bellhop webhook create https://example.com/push >webhook-secret
                  bellhop webhook create https://example.com/push --event token.dead \\
                    --event 'delivery.*' --app com.example.app --batch-size 1
                """)

        @Argument(help: "The address of your server, which begins with https://.")
        var url: String

        @Option(
            name: .customLong("event"),
            help: ArgumentHelp(
                "The name of an event, a group such as 'campaign.*', or '*'; may be repeated.",
                discussion: "Default: all but delivery.accepted and receipt.received",
                valueName: "event"))
        var events: [String] = []

        @Option(
            name: .customLong("app"),
            help: ArgumentHelp(
                "The bundle identifier of an app whose events are sent; may be repeated.",
                discussion: "Default: all apps", valueName: "app"))
        var apps: [String] = []

        @Option(help: "A description of the webhook's purpose.") var description: String?

        @Option(
            name: .customLong("batch-size"),
            help: ArgumentHelp(
                "The maximum number of events in a request; with 1, a request contains the event "
                    + "itself.",
                valueName: "number"))
        var batchSize = GatewayLimits.webhookBatchMax

        @OptionGroup var options: Options

        func run() async throws {
            try await reportingFailures {
                let webhook = try await options.client().createWebhook(
                    WebhookRequest(
                        url: url, events: events, apps: apps, description: description,
                        batchSize: batchSize))
                if options.format == .json { return Console.out(try jsonText(webhook)) }
                Console.out(webhook.secret ?? "")
                Console.note("the secret cannot be shown again; \(webhook.line)")
            }
        }
    }

    /// `bellhop webhook list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the webhooks with their states.",
            discussion: "  bellhop webhook list --format json")

        @OptionGroup var options: Options

        func run() async throws {
            try await reportingFailures {
                let list = try await options.client().webhooks()
                if options.format == .json { return Console.out(try jsonText(list)) }
                for webhook in list.webhooks { Console.out(webhook.line) }
            }
        }
    }

    /// `bellhop webhook show`.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show a webhook and its newest attempts.",
            discussion: "  bellhop webhook show wh_7Xk2mQ9a4LpT")

        @OptionGroup var one: One

        func run() async throws {
            try await reportingFailures {
                let client = try one.options.client()
                let webhook = try await one.webhook(client)
                try one.options.show(webhook)
                guard one.options.format == .text else { return }
                let list = try await client.webhookAttempts(one.id)
                for attempt in list?.attempts ?? [] { Console.out("  " + attempt.line) }
            }
        }
    }

    /// `bellhop webhook test`.
    struct Test: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "test",
            abstract: "Send a test event to a webhook at once, and show the response.",
            discussion: """
                  bellhop webhook test wh_7Xk2mQ9a4LpT

                The exit status is 1 if the server does not accept the event.
                """)

        @OptionGroup var one: One

        func run() async throws {
            try await reportingFailures {
                let client = try one.options.client()
                _ = try await one.webhook(client)
                let attempt = try await client.testWebhook(one.id)
                Console.out(
                    one.options.format == .json ? try jsonText(attempt) : attempt.line)
                if !attempt.isDelivered { throw ExitCode(1) }
            }
        }
    }

    /// `bellhop webhook replay`.
    struct Replay: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "replay",
            abstract: "Send events to a webhook again.",
            discussion: """
                  bellhop webhook replay wh_7Xk2mQ9a4LpT --since 2026-01-31T09:00:00Z
                  bellhop webhook replay wh_7Xk2mQ9a4LpT --after 1200

                Events have the same identifiers as before. They are stored for 30 days.
                """)

        @Option(help: "A time: the events since then are sent again.") var since: String?
        @Option(help: "A cursor: the events after it are sent again.") var after: String?
        @OptionGroup var one: One

        func validate() throws {
            guard (since == nil) != (after == nil) else {
                throw ValidationError("add either --since TIME or --after CURSOR")
            }
        }

        func run() async throws {
            try await reportingFailures {
                let client = try one.options.client()
                _ = try await one.webhook(client)
                let member = since == nil ? "after" : "since"
                try one.options.show(
                    try await client.replayWebhook(one.id, member, since ?? after ?? ""))
            }
        }
    }

    /// `bellhop webhook enable`.
    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "enable",
            abstract: "Enable a webhook that was disabled; it continues where it stopped.",
            discussion: "  bellhop webhook enable wh_7Xk2mQ9a4LpT")

        @OptionGroup var one: One

        func run() async throws {
            try await reportingFailures { try await one.set(isEnabled: true) }
        }
    }

    /// `bellhop webhook disable`.
    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "disable",
            abstract: "Disable a webhook; its events wait until it is enabled again.",
            discussion: "  bellhop webhook disable wh_7Xk2mQ9a4LpT")

        @OptionGroup var one: One

        func run() async throws {
            try await reportingFailures { try await one.set(isEnabled: false) }
        }
    }

    /// `bellhop webhook rotate`.
    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rotate",
            abstract: "Make a new secret for a webhook and print it.",
            discussion: """
                  bellhop webhook rotate wh_7Xk2mQ9a4LpT >webhook-secret

                For 24 hours, requests are also signed with the previous secret, so that your \
                server can change to the new one.
                """)

        @Option(
            help: ArgumentHelp(
                "The time for which requests are also signed with the previous secret; 0 if it "
                    + "has leaked.", valueName: "seconds"))
        var overlap = GatewayLimits.webhookOverlapSecondsDefault
        @OptionGroup var one: One

        func run() async throws {
            try await reportingFailures {
                let client = try one.options.client()
                _ = try await one.webhook(client)
                let webhook = try await client.rotateWebhookSecret(
                    one.id, WebhookRotation(overlapSeconds: overlap))
                if one.options.format == .json { return Console.out(try jsonText(webhook)) }
                Console.out(webhook.secret ?? "")
                Console.note("the secret cannot be shown again; \(webhook.line)")
            }
        }
    }

    /// `bellhop webhook delete`.
    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete a webhook; undelivered events are no longer sent.",
            discussion: "  bellhop webhook delete wh_7Xk2mQ9a4LpT")

        @OptionGroup var one: One

        func run() async throws {
            try await reportingFailures {
                guard try await one.options.client().deleteWebhook(one.id) else {
                    throw CommandFailure.noWebhook(one.id)
                }
                if one.options.format == .json {
                    return Console.out(try jsonText(["deleted": one.id]))
                }
                Console.out("deleted: \(one.id.printable)")
            }
        }
    }
}

extension CommandFailure {
    fileprivate static func noWebhook(_ id: String) -> CommandFailure {
        CommandFailure(
            .badInput,
            "there is no webhook \(id.printable); see the webhooks with: bellhop webhook list")
    }
}

extension WebhookResource {
    /// A description of the webhook in one line.
    fileprivate var line: String {
        let what = events.isEmpty ? "default events" : events.joined(separator: ", ")
        let whose = apps.isEmpty ? "all apps" : apps.joined(separator: ", ")
        return "\(id)  \((url ?? "event file").printable): \(what.printable) of \(whose); "
            + condition
    }

    private var condition: String {
        let late = LoadReport.plural(behind, "event") + " behind"
        guard isEnabled else {
            let why =
                switch disabledReason {
                case "gone": "its server responded with 410"
                case "exhausted": "all attempts failed"
                default: "by a person"
                }
            return "disabled (\(why)), \(late)"
        }
        guard failedAttempts > 0 else {
            return behind == 0 ? "up to date" : late
        }
        let next = nextAttemptAt.map { ", next attempt \(GatewayJSON.text(of: $0))" } ?? ""
        return "failing, attempts \(failedAttempts)\(next), \(late)"
    }
}

extension WebhookAttemptResource {
    /// A description of the attempt in one line.
    fileprivate var line: String {
        let result = status.map { "status \($0)" } ?? error?.printable ?? "no response"
        return "\(GatewayJSON.text(of: at)) \(isDelivered ? "delivered" : "failed"): \(result), "
            + "\(events) \(events == 1 ? "event" : "events"), \(messageID.printable)"
    }
}
