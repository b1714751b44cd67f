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

/// `bellhop campaign`: sends one message to many installations, through a running gateway.
struct CampaignCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "campaign",
        abstract: "Send one message to many installations, through a running gateway.",
        discussion: """
              bellhop campaign start --audience all --file offer.apns --wait
              bellhop campaign start --audience all --file offer.apns \\
                --local-time 2026-12-24T09:00
              bellhop campaign draft --audience segment:lapsed --file offer.apns
            """,
        subcommands: [
            Start.self, Preview.self, Draft.self, Schedule.self, Delete.self, Approve.self,
            Refuse.self,
            Policy.self, List.self, Show.self, Deliveries.self, Pause.self, Resume.self,
            Cancel.self,
        ])

    /// The options of all commands about campaigns.
    struct Options: ParsableArguments {
        @Option(help: "The output format: text or json.") var format: OutputFormat = .text
        @OptionGroup var state: StateOptions

        func client() throws -> GatewayClient { try state.directory.runningGateway() }

        func show(_ campaign: CampaignResource) throws {
            Console.out(format == .json ? try jsonText(campaign) : campaign.text)
        }
    }

    /// `bellhop campaign list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the newest campaigns.",
            discussion: """
                  bellhop campaign list
                  bellhop campaign list --app com.example.app --limit 100 --format json
                """)

        @Option(help: "Only campaigns of this app: its bundle identifier.") var app: String?
        @Option(help: "The maximum number of campaigns: 1 to \(GatewayLimits.pageEntriesMax).")
        var limit = 20
        @OptionGroup var options: Options

        func validate() throws {
            guard (1...GatewayLimits.pageEntriesMax).contains(limit) else {
                throw ValidationError(
                    "--limit is out of range; use 1 to \(GatewayLimits.pageEntriesMax)")
            }
        }

        func run() async throws {
            try await reportingFailures {
                let list = try await options.client().campaigns(app: app, limit: limit)
                if options.format == .json { return Console.out(try jsonText(list)) }
                for campaign in list.campaigns { Console.out(campaign.line) }
                if list.campaigns.isEmpty {
                    Console.note("there are no campaigns; start one with: bellhop campaign start")
                } else if list.next != nil {
                    Console.note("there are older campaigns; see more with --limit")
                }
            }
        }
    }

    /// `bellhop campaign show`.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show a campaign.",
            discussion: "  bellhop campaign show ID --format json")

        @Argument(help: "The campaign's identifier.") var id: String
        @OptionGroup var options: Options

        func run() async throws {
            try await reportingFailures {
                guard let campaign = try await options.client().campaign(id) else {
                    throw CommandFailure(
                        .badInput,
                        "there is no campaign \(id); check the identifier")
                }
                try options.show(campaign)
            }
        }
    }

    /// `bellhop campaign pause`.
    struct Pause: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pause",
            abstract: "Pause a campaign. The gateway stops sending within a second.",
            discussion: "  bellhop campaign pause ID")

        @Argument(help: "The campaign's identifier.") var id: String
        @OptionGroup var options: Options

        func run() async throws { try await decide("pause", id, options) }
    }

    /// `bellhop campaign resume`.
    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "resume",
            abstract: "Resume a campaign that was paused or stopped.",
            discussion: "  bellhop campaign resume ID")

        @Argument(help: "The campaign's identifier.") var id: String
        @OptionGroup var options: Options

        func run() async throws { try await decide("resume", id, options) }
    }

    /// `bellhop campaign cancel`.
    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "cancel", abstract: "Cancel a campaign.",
            discussion: "  bellhop campaign cancel ID")

        @Argument(help: "The campaign's identifier.") var id: String
        @OptionGroup var options: Options

        func run() async throws { try await decide("cancel", id, options) }
    }
}

extension AsyncParsableCommand {
    /// Pauses, resumes or cancels a campaign, and shows it.
    fileprivate func decide(
        _ decision: String, _ id: String, _ options: CampaignCommands.Options
    ) async throws {
        try await reportingFailures {
            try options.show(try await options.client().decide(decision, aboutCampaign: id))
        }
    }
}

extension CampaignSummary {
    /// A description of the campaign in one line.
    fileprivate var line: String {
        let created = GatewayJSON.text(of: createdAt)
        let target = channel.map { "  channel \($0.printable)" } ?? ""
        return "\(id)  \(created)  \(state)  \(app)\(target)"
    }
}

extension CampaignResource {
    /// A description of the campaign for people.
    fileprivate var text: String {
        var lines = ["campaign \(id) of \(app): \(state)"]
        if let audience, audience != "all" { lines.append("  to \(audience.printable)") }
        lines += settings?.lines ?? []
        if let stopReason { lines.append(stopReason) }
        if let heldReason { lines.append("  waits: \(heldReason.printable)") }
        if let broadcast { return (lines + broadcast.lines).joined(separator: "\n") }
        lines.append("  accepted    \(totals.accepted)")
        if settings?.dryRun == true {
            let count = reasons.filter { $0.reason == "dry_run" }.reduce(0) { $0 + $1.count }
            lines.append("  would be sent \(count)")
        }
        for reason in reasons where reason.reason != "dry_run" {
            let name = reason.reason.isEmpty ? "" : " (\(reason.reason.printable))"
            lines.append("  \(reason.outcome)\(name) \(reason.count)")
        }
        return lines.joined(separator: "\n")
    }
}

extension CampaignBroadcast {
    /// A description of the broadcast for people.
    var lines: [String] {
        var line = "  broadcast   \(state.rawValue)"
        if let status { line += " \(status)" }
        if let reason { line += " (\(reason.printable))" }
        var lines = ["  channel     \(channel.printable) (\(environment.rawValue))", line]
        if let requestID { lines.append("  request ID  \(requestID.printable)") }
        if state == .accepted {
            lines.append("  one broadcast; APNs does not say how many devices got it")
        }
        return lines
    }
}
