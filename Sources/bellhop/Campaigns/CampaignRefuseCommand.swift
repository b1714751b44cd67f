// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import GatewayAPI
import Workbench

extension CampaignCommands {
    /// `bellhop campaign refuse`.
    struct Refuse: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "refuse",
            abstract: "Refuse a large campaign that waits for an approval.",
            discussion: """
                  bellhop campaign refuse ID --hash 3f9a… --note 'The link leads nowhere.'

                The campaign becomes a draft again, and its author sees the note. The command \
                bellhop campaign approve ID shows the campaign, its messages and its hash: if the \
                campaign has changed since, nothing is refused. The API key needs the scope \
                campaigns:approve.
                """)

        @Argument(help: "The campaign's identifier.") var id: String
        @Option(help: "The hash of the campaign as you have seen it.") var hash: String
        @Option(help: "A note for the campaign's author.") var note: String?
        @OptionGroup var options: Options

        func run() async throws {
            try await reportingFailures {
                try options.show(
                    try await options.client().refuseCampaign(id, hash: hash, note: note))
            }
        }
    }
}
