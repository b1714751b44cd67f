// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import GatewayAPI

/// The options for the recipients of a campaign: an audience, or the channel of a broadcast.
struct CampaignRecipientOptions: ParsableArguments {
    @Option(
        help: "The recipients: 'all' (every installation), segment:NAME, or a filter."
    )
    var audience: String?

    @Option(
        help: ArgumentHelp(
            "In place of --audience, the channel to which one broadcast is sent.",
            valueName: "channel"))
    var channel: String?

    @Option(
        name: .customLong("environment"),
        help: ArgumentHelp(
            "With --channel, the channel's environment: sandbox or production.",
            valueName: "environment"))
    var environmentName: String?

    func validate() throws {
        guard (audience == nil) != (channel == nil) else {
            throw ValidationError(
                audience == nil
                    ? "there are no recipients; give --audience, or --channel for a broadcast"
                    : "--audience and --channel exclude each other; keep one of them")
        }
        if let channel, ChannelID(channel) == nil {
            throw ValidationError(
                "--channel takes the base64 text that APNs chose for the channel")
        }
        guard channel != nil else {
            guard environmentName == nil else {
                throw ValidationError("--environment is for broadcasts with --channel")
            }
            return
        }
        guard environment != nil else {
            throw ValidationError(
                "a channel belongs to one environment; add --environment sandbox or "
                    + "--environment production")
        }
    }

    var channelID: ChannelID? { channel.flatMap { ChannelID($0) } }

    var environment: APNSEnvironment? { environmentName.flatMap(APNSEnvironment.init(rawValue:)) }

    /// The audience; `nil` for a broadcast.
    var campaignAudience: CampaignAudience? { audience.map { CampaignAudience($0) } }
}
