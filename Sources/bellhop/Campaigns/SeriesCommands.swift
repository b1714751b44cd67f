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

/// `bellhop series`: repeats a campaign, through a running gateway.
struct SeriesCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "series",
        abstract: "Repeat a campaign daily, weekly or monthly, through a running gateway.",
        discussion: """
              bellhop series create --every weekly --audience all --file week.apns \\
                --local-time 2027-01-04T09:00 --until 2027-06-30T23:59
              bellhop series list
              bellhop series stop ID

            Each occurrence is a separate campaign; `bellhop campaign` shows it.
            """,
        subcommands: [Create.self, List.self, Show.self, Stop.self, Delete.self])

    /// `bellhop series create`.
    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Repeat a campaign at its local time.",
            discussion: """
                  bellhop series create --every daily --audience 'topic tips' \\
                    --template tip --local-time 2027-01-04T09:00
                  bellhop series create --every monthly --audience all \\
                    --file month.apns --local-time 2027-01-31T18:00

                The options are those of bellhop campaign start. The local time is that of the \
                first occurrence. In a month without this day, the occurrence is on the last day. \
                Zones in which a time has passed are skipped, unless --late-zones says otherwise.
                """)

        @Option(help: "How often: daily, weekly or monthly.") var every: String
        @Option(
            help: ArgumentHelp(
                "The latest local time of an occurrence; by default there is no limit.",
                valueName: "time"))
        var until: String?
        @OptionGroup var content: CampaignCommands.Content
        @OptionGroup var options: CampaignCommands.Options

        func validate() throws {
            guard SeriesRequest.Repeat(rawValue: every) != nil else {
                throw ValidationError("--every takes daily, weekly or monthly")
            }
            guard content.recipients.channel == nil else {
                throw ValidationError(
                    "a broadcast cannot be repeated, because each content of a Live Activity needs "
                        + "a newer \"timestamp\"; schedule each one with bellhop campaign start "
                        + "--channel … --at TIME")
            }
            guard content.time.localTime != nil else {
                throw ValidationError(
                    "a repeated campaign needs the local time of its first occurrence; add "
                        + "--local-time 2027-01-04T09:00")
            }
        }

        func run() async throws {
            try await reportingFailures {
                let client = try options.client()
                let every = SeriesRequest.Repeat(rawValue: every) ?? .daily
                let body = Array(try await content.body(client, isDraft: false))
                let key = content.idempotencyKey ?? UUID().uuidString
                let audience = content.recipients.audience ?? "all"
                let series = try await pointingIntoFilter(audience) {
                    try await client.createSeries(
                        SeriesRequest(every: every, until: until, campaign: body),
                        template: content.template.template,
                        to: CampaignAudience(audience), app: content.app,
                        idempotencyKey: key)
                }
                try options.show(series)
            }
        }
    }

    /// `bellhop series list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the repeated campaigns, newest first.",
            discussion: "  bellhop series list --format json")

        @OptionGroup var options: CampaignCommands.Options

        func run() async throws {
            try await reportingFailures {
                let list = try await options.client().series()
                if options.format == .json { return Console.out(try jsonText(list)) }
                guard !list.series.isEmpty else {
                    return Console.note(
                        "there are no series; create one with: bellhop series create")
                }
                TextTable(
                    ["id", "every", "next", "app", "name"],
                    list.series.map { series in
                        [
                            series.id, series.every, series.next ?? series.state.rawValue,
                            series.app, series.name ?? "",
                        ]
                    }
                ).show()
            }
        }
    }

    /// `bellhop series show`.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show a repeated campaign.",
            discussion: "  bellhop series show ID")

        @Argument(help: "The identifier of the series.") var id: String
        @OptionGroup var options: CampaignCommands.Options

        func run() async throws {
            try await reportingFailures {
                guard let series = try await options.client().series(id) else {
                    throw CommandFailure.noSeries(id)
                }
                try options.show(series)
            }
        }
    }

    /// `bellhop series stop`.
    struct Stop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "stop",
            abstract: "End a repeated campaign.",
            discussion: """
                  bellhop series stop ID

                A campaign that the series has created is still sent; see bellhop campaign cancel.
                """)

        @Argument(help: "The identifier of the series.") var id: String
        @OptionGroup var options: CampaignCommands.Options

        func run() async throws {
            try await reportingFailures {
                try options.show(try await options.client().stopSeries(id))
            }
        }
    }

    /// `bellhop series delete`.
    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Remove a repeated campaign; its campaigns stay.",
            discussion: "  bellhop series delete ID")

        @Argument(help: "The identifier of the series.") var id: String
        @OptionGroup var options: CampaignCommands.Options

        func run() async throws {
            try await reportingFailures {
                guard try await options.client().deleteSeries(id) else {
                    throw CommandFailure.noSeries(id)
                }
                Console.out(
                    options.format == .json
                        ? try jsonText(["deleted": id]) : "deleted: \(id.printable)")
            }
        }
    }
}

extension CampaignCommands.Options {
    fileprivate func show(_ series: SeriesResource) throws {
        Console.out(
            format == .json ? try jsonText(series) : series.lines.joined(separator: "\n"))
    }
}

extension CommandFailure {
    fileprivate static func noSeries(_ id: String) -> CommandFailure {
        CommandFailure(
            .badInput,
            "there is no series \(id.printable); see the identifiers with: bellhop series list")
    }
}

extension SeriesResource {
    /// A description of the series for people.
    fileprivate var lines: [String] {
        var lines = ["series \(id) of \(app): \(state.rawValue), \(every)"]
        if let name { lines.append("  name    \(name.printable)") }
        if let next { lines.append("  next    \(next)") }
        if let until { lines.append("  until   \(until)") }
        if let endedAt { lines.append("  ended   \(GatewayJSON.text(of: endedAt))") }
        if let lastCampaign { lines.append("  last    bellhop campaign show \(lastCampaign)") }
        if let problem { lines.append("  problem \(problem.printable)") }
        return lines
    }
}
