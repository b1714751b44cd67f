// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import ArgumentParser
import CommandSupport
public import GatewayAPI
import Workbench

extension AttributeType: ExpressibleByArgument {}

/// `bellhop attribute`: declares the attributes that installations of an app may have.
struct AttributeCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attribute",
        abstract: "Declare the attributes that installations of an app may have.",
        discussion: """
              bellhop attribute create plan text
              bellhop attribute create trial_ends date
              bellhop segment count 'plan is "pro" and trial_ends < 7d ago'

            An attribute has one of the types text, number, flag and date, which cannot change.
            """,
        subcommands: [Create.self, List.self])

    /// `bellhop attribute create`.
    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Declare an attribute.",
            discussion: "  bellhop attribute create plan text --app com.example.app")

        @Argument(help: "The name: a to z, 0 to 9 and _.") var name: String
        @Argument(help: "The type of the values: text, number, flag or date.")
        var type: AttributeType
        @OptionGroup var options: AppTargetOptions

        func run() async throws {
            try await reportingFailures {
                let (client, app) = try await options.target()
                let attribute = try await client.putAttribute(name, type: type, app: app)
                Console.out(
                    options.format == .json ? try jsonText(attribute) : attribute.line)
            }
        }
    }

    /// `bellhop attribute list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the attributes of an app with their types.",
            discussion: "  bellhop attribute list --app com.example.app")

        @OptionGroup var options: AppTargetOptions

        func run() async throws {
            try await reportingFailures {
                let (client, app) = try await options.target()
                guard let list = try await client.attributes(app: app) else {
                    throw CommandFailure(
                        .badInput, "there is no app \(app.printable); check --app")
                }
                if options.format == .json { return Console.out(try jsonText(list)) }
                for attribute in list.attributes { Console.out(attribute.line) }
            }
        }
    }
}

extension AttributeResource {
    /// A description of the attribute in one line.
    fileprivate var line: String { "\(name.printable): \(type.rawValue)" }
}
