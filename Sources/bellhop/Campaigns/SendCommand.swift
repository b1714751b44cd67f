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

/// `bellhop send`: sends one message to an audience, through a running gateway.
struct SendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send a message to an audience, through a running gateway.",
        discussion: """
            The message is given by options, or as a payload in a file:
              bellhop send --audience all --title 'Sale' --body 'Today only' --wait
              bellhop send --audience 'tag beta and app_version >= 2.10' --file offer.apns
              bellhop send --audience segment:lapsed --app com.example.app --body 'Hi'
              bellhop send --audience 'tag parcel' --template parcel --var n=2

            A list of users or installations has one name in each line (long lists are refused; \
            use a tag instead):
              bellhop send --audience users:winners.txt --body 'You have won' --wait
              bellhop send --audience installations:- --body 'Hello' < installations.txt

            See bellhop segment --help for filters, and count an audience before you send to it:
              bellhop segment count 'tag beta and app_version >= 2.10'

            The command starts a campaign; `bellhop campaign` shows, pauses and cancels it. If the \
            gateway's response is lost, the request is repeated with a key that ensures that the \
            gateway starts the campaign only once. The exit status is 76 if no response arrived.

            With --wait, the exit status is 0 when every notification has an outcome, and 1 when \
            the campaign was stopped, paused or cancelled.
            """)

    @Option(
        help: ArgumentHelp(
            "The recipients: all for every installation of the app, a filter, segment:NAME, "
                + "users:FILE or installations:FILE."))
    var audience: String

    @Option(help: "The app's bundle identifier; optional if the gateway has only one app.")
    var app: String?

    @OptionGroup(title: "Message") var message: SentMessageOptions
    @OptionGroup(title: "Template") var template: TemplateUseOptions

    @Option(
        name: .customLong("idempotency-key"),
        help: ArgumentHelp(
            "A key of 1 to 255 bytes; repeating the command with the same key starts no second "
                + "campaign.",
            discussion: "Default: a new random key. Gateways remember a key for 48 hours.",
            valueName: "key"))
    var idempotencyKey: String?

    @Flag(help: "Wait until the campaign has ended, and show its totals.")
    var wait = false

    @OptionGroup var options: CampaignCommands.Options

    func validate() throws {
        guard message.isGiven != (template.template != nil) else {
            throw ValidationError(
                message.isGiven
                    ? "--template replaces the other options of the message; leave them out"
                    : "there is no message; give --body TEXT, --title TEXT, --file FILE or "
                        + "--template NAME")
        }
        guard message.file != "-" || AudienceList(audience)?.path != "-" else {
            throw ValidationError(
                "the list and the payload cannot both be read from standard input; name a file "
                    + "for one of them")
        }
    }

    func run() async throws {
        try await reportingFailures {
            let audience = try readAudience()
            let client = try options.client()
            let payload =
                message.isGiven
                ? try message.bytes() : try await template.body(client, app: app)
            let (app, key) = (app, idempotencyKey ?? UUID().uuidString)
            var filter = self.audience
            if case .filter(let line) = audience { filter = line }
            var campaign = try await pointingIntoFilter(filter) {
                try await client.startCampaign(
                    payload, template: template.template, to: audience, app: app,
                    idempotencyKey: key)
            }
            if wait {
                let bundleID = campaign.app
                let waiting = await CampaignWait(client) {
                    try await client.count(audience, app: bundleID).installations
                }
                campaign = try await waiting.end(of: campaign)
            }
            try options.show(campaign)
            if wait, campaign.state != "done" { throw ExitCode(ExitStatus.no.rawValue) }
        }
    }

    private func readAudience() throws -> CampaignAudience {
        guard let list = AudienceList(audience) else { return CampaignAudience(audience) }
        let bytes = try InputFile.read(
            list.path, byteCountMax: AudienceList.fileByteCountMax,
            what: "a list of \(list.kind.rawValue)")
        return try list.audience(bytes, name: InputFile.name(list.path))
    }
}

/// The options for the message of `bellhop send`.
struct SentMessageOptions: ParsableArguments {
    @Option(help: "The title.") var title: String?
    @Option(help: "The subtitle.") var subtitle: String?
    @Option(help: "The text.") var body: String?
    @Option(help: "The sound: default, or the name of a file in the app.") var sound: String?
    @Option(help: "The number on the app's icon; 0 removes it.") var badge: Int?
    @Option(help: "A link for the app, which the payload contains next to aps.") var url: String?
    @Option(
        help: "A file with the whole payload instead of these options, or - for standard input.",
        completion: .file())
    var file: String?

    private var hasForm: Bool {
        [title, subtitle, body, sound, url].contains { $0 != nil } || badge != nil
    }

    /// Whether there is a message.
    var isGiven: Bool { file != nil || hasForm }

    func validate() throws {
        guard file == nil || !hasForm else {
            throw ValidationError(
                "--file replaces the other options of the message; leave them out")
        }
        guard badge ?? 0 >= 0 else { throw ValidationError("--badge takes 0 or a larger number") }
    }

    /// The body of the request.
    func bytes() throws -> Data {
        if let file {
            return Data(
                try InputFile.read(
                    file, byteCountMax: APNSFile.byteCountMax, what: "a payload file"))
        }
        var form = MessageForm(title: title, subtitle: subtitle, body: body)
        form.sound = sound.map(Sound.named)
        form.badge = badge
        form.url = url
        return Data(form.encoded)
    }
}
