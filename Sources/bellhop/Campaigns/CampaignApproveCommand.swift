// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import GatewayAPI
import Workbench

extension CampaignCommands {
    /// `bellhop campaign approve`.
    struct Approve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "approve",
            abstract: "Approve a large campaign that somebody else has started.",
            discussion: """
                  bellhop campaign approve ID
                  bellhop campaign approve ID --hash 3f9a…

                The first command shows the campaign, its hash and, as text, its messages, and \
                approves nothing. The second one approves the campaign with this hash: if the \
                campaign has changed since, the approval is refused. The API key needs the scope \
                campaigns:approve, and must differ from the keys with which the campaign was \
                written and started.
                """)

        @Argument(help: "The campaign's identifier.") var id: String
        @Option(help: "The hash of the campaign as you have seen it.") var hash: String?
        @OptionGroup var options: Options

        func run() async throws {
            try await reportingFailures {
                let client = try options.client()
                if let hash {
                    return try options.show(try await client.approveCampaign(id, hash: hash))
                }
                guard let campaign = try await client.campaign(id),
                    let definition = try await client.definition(ofCampaign: id)
                else {
                    throw CommandFailure(
                        .badInput, "there is no campaign \(id.printable); check the identifier")
                }
                try options.show(campaign)
                if options.format == .text { Console.out(definition.text) }
                if campaign.state == "awaiting_approval", let approval = campaign.settings?.approval
                {
                    guard approval.hash == definition.hash else {
                        throw CommandFailure(
                            .badInput, "the campaign has just changed; run the command again")
                    }
                    Console.note(
                        "approve it with: bellhop campaign approve \(id) --hash \(approval.hash)")
                } else {
                    Console.note("the campaign does not wait for an approval")
                }
            }
        }
    }
}

extension CampaignDefinition {
    /// The messages, each with a heading.
    fileprivate var text: String { messages.map(text(of:)).joined(separator: "\n") }

    private func text(of message: Message) -> String {
        var heading = "message \(message.variant.printable)"
        if let locale = message.locale { heading += ", \(locale.printable)" }
        if messages.contains(where: { $0.variant != message.variant }) {
            heading += ", share \(message.share)"
        }
        guard let payload = message.payload else {
            return heading
                + ": cannot be shown, because a variable has no default value; each recipient gets "
                + "a message with their own values"
        }
        guard let node = try? JSONReader.read(Array(payload.utf8)) else {
            return heading + ": \(payload.printable)"
        }
        return heading + ":\n" + JSONWriter.text(node.value, style: .indented)
    }
}
