// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import GatewayAPI
import Workbench

extension CampaignCommands {
    /// `bellhop campaign deliveries`.
    struct Deliveries: AsyncParsableCommand {
        /// The formats of the list.
        enum Format: String, ExpressibleByArgument, CaseIterable {
            case text, jsonl, csv
        }

        static let configuration = CommandConfiguration(
            commandName: "deliveries",
            abstract: "Show the outcome of a campaign for each installation.",
            discussion: """
                  bellhop campaign deliveries CAMPAIGN --outcome rejected
                  bellhop campaign deliveries CAMPAIGN --format csv >results.csv

                While the campaign is being sent, an installation whose \
                notification is sent again may appear twice; the later line is current.
                """)

        @Argument(help: "The campaign's identifier.") var id: String
        @Option(
            help: ArgumentHelp(
                "Only installations with this outcome: accepted, rejected, expired, suppressed, "
                    + "cancelled or retrying.",
                valueName: "outcome"))
        var outcome: String?
        @Option(help: "Only installations with this reason, such as Unregistered.")
        var reason: String?
        @Option(help: "The output format: text, jsonl (JSON Lines) or csv.")
        var format: Format = .text
        @OptionGroup var state: StateOptions

        func run() async throws {
            try await reportingFailures {
                let client = try state.directory.runningGateway()
                if format == .csv {
                    Console.out(CampaignDeliveryResource.csvHeader.withoutLineEnd)
                }
                try await client.campaignDeliveries(
                    id, ResultQuery([("outcome", outcome), ("reason", reason)])
                ) { page in
                    let lines = try page.map(line)
                    if !lines.isEmpty { Console.out(lines.joined(separator: "\n")) }
                }
            }
        }

        private func line(_ delivery: CampaignDeliveryResource) throws -> String {
            switch format {
            case .jsonl: try jsonText(delivery, isPretty: false)
            case .csv: delivery.csvLine.withoutLineEnd
            case .text:
                "\(delivery.installation?.printable ?? "(deleted)")  \(delivery.outcome)"
                    + (delivery.reason.map { " (\($0.printable))" } ?? "")
            }
        }
    }
}

extension String {
    /// The line without CR and LF, because the console adds the line end.
    fileprivate var withoutLineEnd: String {
        hasSuffix("\r\n") ? String(dropLast()) : self
    }
}
