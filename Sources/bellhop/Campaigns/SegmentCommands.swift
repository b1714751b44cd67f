// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import GatewayAPI
import Workbench

/// `bellhop segment`: counts audiences and stores their filters under names.
struct SegmentCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "segment",
        abstract: "Count the installations that match a filter, and store filters under names.",
        discussion: """
              bellhop segment count 'not tag beta and last_seen < 30d ago'
              bellhop segment create lapsed 'last_seen < 30d ago'
              bellhop campaign start --audience segment:lapsed --file offer.apns

            A filter has conditions with and, or, not and parentheses:
              tag beta                     has the tag; also: tag in (beta, vip)
              plan is "pro"                also: is not, <, <=, >, >=
              plan in ("pro", "team")      has one of the values
              plan exists                  has a value
              app_version >= 2.10          versions are compared number by number
              last_seen < 30d ago          was last seen more than 30 days ago
              created > 2026-01-31         dates are in UTC; times: 7d ago, 12h ago
              all                          every installation

            Every installation has: user, locale, time_zone, app_version, system_version, \
            platform, environment, permission, created, last_seen. Other names are attributes, \
            which you declare with bellhop attribute create.
            """,
        subcommands: [Count.self, Create.self, List.self, Show.self, Delete.self])

    /// `bellhop segment count`.
    struct Count: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "count",
            abstract: "Count the installations that match a filter.",
            discussion: """
                  bellhop segment count 'not tag beta and last_seen < 30d ago'
                  bellhop segment count segment:lapsed --format json

                If the filter cannot be read, the command shows the place and ends with status 65.
                """)

        @Argument(help: "A filter, segment:NAME for a stored one, or all.")
        var filter: String
        @OptionGroup var options: AppTargetOptions

        func run() async throws {
            try await reportingFailures {
                let (client, app) = try await options.target()
                let count = try await pointingIntoFilter(filter) {
                    try await client.count(CampaignAudience(filter), app: app)
                }
                Console.out(
                    options.format == .json ? try jsonText(count) : "\(count.installations)")
            }
        }
    }

    /// `bellhop segment create`.
    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Store a filter under a name, or replace it.",
            discussion: """
                  bellhop segment create lapsed 'last_seen < 30d ago'

                Campaigns that have been started keep the audience that they had.
                """)

        @Argument(help: "The segment's name.") var name: String
        @Argument(help: "The filter; see bellhop segment --help.") var filter: String
        @OptionGroup var options: AppTargetOptions

        func run() async throws {
            try await reportingFailures {
                let (client, app) = try await options.target()
                try options.show(
                    try await pointingIntoFilter(filter) {
                        try await client.putSegment(name, filter: filter, app: app)
                    })
            }
        }
    }

    /// `bellhop segment list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the segments.",
            discussion: "  bellhop segment list --app com.example.app")

        @OptionGroup var options: AppTargetOptions

        func run() async throws {
            try await reportingFailures {
                let (client, app) = try await options.target()
                guard let list = try await client.segments(app: app) else {
                    throw CommandFailure(
                        .badInput, "there is no app \(app.printable); check --app")
                }
                if options.format == .json { return Console.out(try jsonText(list)) }
                for segment in list.segments { Console.out(segment.line) }
            }
        }
    }

    /// `bellhop segment show`.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show a segment.", discussion: "  bellhop segment show lapsed")

        @Argument(help: "The segment's name.") var name: String
        @OptionGroup var options: AppTargetOptions

        func run() async throws {
            try await reportingFailures {
                let (client, app) = try await options.target()
                guard let segment = try await client.segment(name, app: app) else {
                    throw CommandFailure.noSegment(name)
                }
                try options.show(segment)
            }
        }
    }

    /// `bellhop segment delete`.
    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete a segment.", discussion: "  bellhop segment delete lapsed")

        @Argument(help: "The segment's name.") var name: String
        @OptionGroup var options: AppTargetOptions

        func run() async throws {
            try await reportingFailures {
                let (client, app) = try await options.target()
                guard try await client.deleteSegment(name, app: app) else {
                    throw CommandFailure.noSegment(name)
                }
                if options.format == .json { return Console.out(try jsonText(["deleted": name])) }
                Console.out("deleted: \(name.printable)")
            }
        }
    }
}

/// Runs a request with a filter. If the gateway cannot read the filter, the failure shows the line
/// with a caret under the column of the problem.
func pointingIntoFilter<Value>(
    _ filter: String, _ body: () async throws -> Value
) async throws -> Value {
    do { return try await body() } catch let refusal as FilterRefusal {
        guard case .filter = CampaignAudience(filter) else {
            throw CommandFailure(.badInput, "the stored filter cannot be read: \(refusal.detail)")
        }
        let blanks = String(repeating: " ", count: max(0, refusal.column - 1))
        throw CommandFailure(
            .badInput,
            "the filter cannot be read: \(refusal.detail)\n  \(filter.printable)\n  \(blanks)^")
    }
}

extension CommandFailure {
    fileprivate static func noSegment(_ name: String) -> CommandFailure {
        CommandFailure(
            .badInput,
            "there is no segment \(name.printable); see the names with: bellhop segment list")
    }
}

extension SegmentResource {
    /// A description of the segment in one line.
    fileprivate var line: String { "\(name.printable): \(filter.printable)" }
}

extension AppTargetOptions {
    fileprivate func show(_ segment: SegmentResource) throws {
        Console.out(format == .json ? try jsonText(segment) : segment.line)
    }
}
