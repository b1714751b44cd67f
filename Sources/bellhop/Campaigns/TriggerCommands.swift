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

/// `bellhop trigger`: stores messages that a running gateway sends when an event is reported.
struct TriggerCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trigger",
        abstract: "Store the messages that users get when events are reported.",
        discussion: """
              bellhop trigger create --event order_shipped --file shipped.apns
              bellhop trigger create --event order_shipped --template parcel
              bellhop event send order_shipped --user alex --property order=42
              bellhop trigger list
            """,
        subcommands: [Create.self, List.self, Show.self, Delete.self])

    /// `bellhop trigger create`.
    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Store the message that a user gets when an event is reported.",
            discussion: """
                  bellhop trigger create --event order_shipped --file shipped.apns
                  bellhop trigger create --event order_shipped --template parcel

                The properties of the event are the values of the variables of the message: \
                {{order}}, or {{order|your order}} with a text for events without this property.
                """)

        @Option(help: "The name of the event, such as order_shipped.") var event: String
        @Option(
            help: "The file with the payload, or - for standard input.", completion: .file())
        var file: String?
        @Option(
            help: ArgumentHelp(
                "A stored template, as NAME or NAME@VERSION, instead of --file.",
                valueName: "name"))
        var template: String?
        @Option(help: "A short display name.") var name: String?
        @Option(help: "The app's bundle identifier; optional if the gateway has only one app.")
        var app: String?
        @OptionGroup var options: CampaignCommands.Options

        func validate() throws {
            guard (file == nil) != (template == nil) else {
                throw ValidationError("give either --file FILE or --template NAME")
            }
        }

        func run() async throws {
            try await reportingFailures {
                let request = TriggerRequest(
                    event: event, name: name, app: app,
                    message: try file.map(CampaignMessageFile.bytes),
                    template: try template.map { try TemplateReference(checking: $0) })
                let trigger = try await options.client().createTrigger(
                    request, idempotencyKey: UUID().uuidString)
                try options.show(trigger)
            }
        }
    }

    /// `bellhop trigger list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the triggers, oldest first.",
            discussion: "  bellhop trigger list --format json")

        @OptionGroup var options: CampaignCommands.Options

        func run() async throws {
            try await reportingFailures {
                let list = try await options.client().triggers()
                if options.format == .json { return Console.out(try jsonText(list)) }
                guard !list.triggers.isEmpty else {
                    return Console.note(
                        "there are no triggers; store one with: bellhop trigger create")
                }
                TextTable(
                    ["id", "event", "template", "app", "name"],
                    list.triggers.map { trigger in
                        [
                            trigger.id, trigger.event, trigger.template ?? "-", trigger.app,
                            trigger.name ?? "",
                        ]
                    }
                ).show()
            }
        }
    }

    /// `bellhop trigger show`.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show a trigger with its message.",
            discussion: "  bellhop trigger show ID")

        @Argument(help: "The identifier of the trigger.") var id: String
        @OptionGroup var options: CampaignCommands.Options

        func run() async throws {
            try await reportingFailures {
                guard let trigger = try await options.client().trigger(id) else {
                    throw CommandFailure.noTrigger(id)
                }
                try options.show(trigger)
            }
        }
    }

    /// `bellhop trigger delete`.
    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete a trigger, but not the messages that it has sent.",
            discussion: "  bellhop trigger delete ID")

        @Argument(help: "The identifier of the trigger.") var id: String
        @OptionGroup var options: CampaignCommands.Options

        func run() async throws {
            try await reportingFailures {
                guard try await options.client().deleteTrigger(id) else {
                    throw CommandFailure.noTrigger(id)
                }
                Console.out(
                    options.format == .json
                        ? try jsonText(["deleted": id]) : "deleted: \(id.printable)")
            }
        }
    }
}

/// `bellhop event`: reports events to a running gateway.
struct EventCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "event",
        abstract: "Report users' events. Each event sends the messages of its triggers.",
        discussion: "  bellhop event send order_shipped --user alex --property order=42",
        subcommands: [Send.self])

    /// `bellhop event send`.
    struct Send: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "send",
            abstract: "Report an event of a user.",
            discussion: """
                  bellhop event send order_shipped --user alex --property order=42
                  bellhop event send order_shipped --user alex --id order-42-shipped

                A repeated report with the same --id sends nothing twice within 48 hours. The \
                exit status is 1 if the message of a trigger could not be created.
                """)

        @Argument(help: "The name of the event.") var name: String
        @Option(help: "The user.") var user: String
        @Option(
            help: ArgumentHelp(
                "A value for the variables of messages, such as order=42; may be repeated.",
                valueName: "name=value"))
        var property: [String] = []
        @Option(help: "The identifier of the event. Default: a new random identifier.")
        var id: String?
        @Option(help: "The app's bundle identifier; optional if the gateway has only one app.")
        var app: String?
        @OptionGroup var options: CampaignCommands.Options

        func validate() throws { _ = try Self.properties(property) }

        private static func properties(_ texts: [String]) throws -> [String: JSONValue] {
            var values: [String: JSONValue] = [:]
            for text in texts {
                guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
                    throw ValidationError(
                        "\(text.printable) is not a property with its value; write one such as "
                            + "order=42")
                }
                let value = String(text[text.index(after: sign)...])
                let json = try? JSONReader.read(value).value
                switch json {
                case .number, .bool: values[String(text[..<sign])] = json
                default: values[String(text[..<sign])] = .string(value)
                }
            }
            return values
        }

        func run() async throws {
            try await reportingFailures {
                let report = try await options.client().report(
                    EventRequest(
                        id: id ?? UUID().uuidString, name: name, user: user, app: app,
                        properties: try Self.properties(property)))
                if options.format == .json {
                    Console.out(try jsonText(report))
                } else {
                    for message in report.messages { Console.out(message.line) }
                    if report.messages.isEmpty {
                        Console.note(
                            "no trigger has the event \(name.printable); see the triggers with: "
                                + "bellhop trigger list")
                    }
                }
                if report.messages.contains(where: { $0.problem != nil }) {
                    throw ExitCode(ExitStatus.no.rawValue)
                }
            }
        }
    }
}

extension CampaignCommands.Options {
    fileprivate func show(_ trigger: TriggerResource) throws {
        if format == .json { return Console.out(try jsonText(trigger)) }
        Console.out("trigger \(trigger.id) of \(trigger.app): \(trigger.event.printable)")
        if let name = trigger.name { Console.out("  name     \(name.printable)") }
        if let template = trigger.template { Console.out("  template \(template.printable)") }
        if let message = trigger.message {
            Console.out("  message  \(JSONWriter.text(message).printable)")
        }
    }
}

extension CommandFailure {
    fileprivate static func noTrigger(_ id: String) -> CommandFailure {
        CommandFailure(
            .badInput,
            "there is no trigger \(id.printable); see the identifiers with: bellhop trigger list")
    }
}

extension EventReport.Message {
    /// A description of the result in one line.
    fileprivate var line: String {
        let result =
            if let message { "message \(message)" } else if let problem {
                problem.printable
            } else { "the user has no device" }
        return "trigger \(trigger): \(result)"
    }
}
