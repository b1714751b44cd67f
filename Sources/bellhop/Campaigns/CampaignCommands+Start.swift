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

extension CampaignCommands {
    /// The recipients and the message of a campaign.
    struct Content: ParsableArguments {
        @OptionGroup(title: "Recipients") var recipients: CampaignRecipientOptions

        @Option(
            help: "The file with the payload, or - for standard input.", completion: .file())
        var file: String?

        @OptionGroup var template: TemplateUseOptions

        @Option(help: "The app's bundle identifier; optional if the gateway has only one app.")
        var app: String?

        @Option(
            help: "The identifier of the Live Activity that the payload updates or ends.")
        var activity: String?

        @Option(
            name: .customLong("idempotency-key"),
            help: ArgumentHelp(
                "A key of 1 to 255 bytes; repeating the command with the same key starts no second "
                    + "campaign.",
                discussion: "Default: a new random key. Gateways remember a key for 48 hours.",
                valueName: "key"))
        var idempotencyKey: String?

        @OptionGroup(title: "Time") var time: CampaignTimeOptions
        @OptionGroup(title: "Limits and variants") var plan: CampaignPlanOptions

        func validate() throws {
            let given = [file != nil, !plan.variants.isEmpty, template.template != nil]
            guard given.count(where: \.self) == 1 else {
                throw ValidationError(
                    given.contains(true)
                        ? "--file, --variant and --template exclude each other; keep one of them"
                        : "there is no message; give --file FILE, --variant NAME=FILE or "
                            + "--template NAME")
            }
        }

        /// Creates the campaign.
        func create(_ client: GatewayClient, isDraft: Bool = false) async throws -> CampaignResource
        {
            let (app, key) = (app, idempotencyKey ?? UUID().uuidString)
            let body = try await body(client, isDraft: isDraft)
            return try await pointingIntoFilter(recipients.audience ?? "all") {
                try await client.startCampaign(
                    body, template: template.template, activity: activity,
                    to: recipients.campaignAudience, app: app, idempotencyKey: key)
            }
        }

        /// Returns what the campaign would do.
        func preview(_ client: GatewayClient) async throws -> CampaignPreview {
            let body = try await body(client, isDraft: false)
            return try await pointingIntoFilter(recipients.audience ?? "all") {
                try await client.previewCampaign(
                    body, template: template.template, activity: activity,
                    to: recipients.campaignAudience, app: app)
            }
        }

        /// Returns the body of the request. It is the message itself, unless the options contain
        /// settings of the campaign.
        func body(_ client: GatewayClient, isDraft: Bool) async throws -> Data {
            var message: [UInt8]?
            if let file { message = try CampaignMessageFile.bytes(file) }
            if template.template != nil {
                message = Array(try await template.body(client, app: app))
            }
            if let message, time.isEmpty, plan.isEmpty, !isDraft, recipients.channel == nil {
                return Data(message)
            }
            var form = CampaignForm()
            form.channel = recipients.channelID
            form.environment = recipients.environment
            if let message { form.variants = [.init(name: "a", message: message)] }
            try plan.apply(to: &form)
            let time = time.time
            form.at = time.at
            form.localTime = time.localTime
            form.defaultTimeZone = time.defaultTimeZone
            form.lateZones = time.lateZones
            form.isDraft = isDraft
            do { return Data(try form.encoded) } catch {
                throw CommandFailure(.badInput, "a payload is not JSON: \(error)")
            }
        }
    }

    /// `bellhop campaign start`.
    struct Start: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "start",
            abstract: "Start a campaign, now or at a later time.",
            discussion: """
                The file is a payload as Apple documents it; "Simulator Target Bundle" may name \
                the app.

                  bellhop campaign start --audience all --file offer.apns --wait
                  bellhop campaign start --audience segment:lapsed --file offer.apns
                  bellhop campaign start --audience 'tag beta' --file offer.apns \\
                    --at 2026-12-24T08:00:00Z
                  bellhop campaign start --audience all --file offer.apns \\
                    --local-time 2026-12-24T09:00 --late-zones skip
                  bellhop campaign start --audience all --template offer --var percent=20
                  bellhop campaign start --channel dHN0LXNyY2gtY2hubA== \\
                    --environment sandbox --file goal.apns
                  bellhop campaign start --audience all --variant a=one.apns \\
                    --variant b=two.apns --control 10 --cap marketing:2 \\
                    --quiet-hours 22:00-08:00

                See bellhop segment --help for filters. The audience is fixed when the campaign \
                is created: 7d ago means seven days before that time.

                The payload's texts may contain variables: {{name}}, or {{name|friend}}, where the \
                text after the bar replaces a missing value. The values are the recipient's \
                attributes. A recipient without a value gets the text after the bar. If the \
                variable has no bar, the recipient gets no notification (variable_missing). A \
                template has plurals and languages, too; see bellhop template --help.

                If the gateway's response is lost, the command repeats its request for some \
                seconds, with a key that ensures that the gateway starts the campaign only once. \
                The exit status is 76 if no response arrived.

                With --channel, the campaign is one broadcast to everybody whose Live Activity \
                follows the channel. APNs does not say how many devices got it.

                With --wait, the exit status is 0 when every notification has an outcome, and 1 \
                when the campaign was stopped, paused or cancelled.
                """)

        @OptionGroup var content: Content

        @Flag(help: "Wait until the campaign has ended, and show its totals.")
        var wait = false

        @OptionGroup var options: Options

        func run() async throws {
            try await reportingFailures {
                let client = try options.client()
                var campaign = try await content.create(client)
                if wait {
                    let (bundleID, audience) = (campaign.app, content.recipients.campaignAudience)
                    let waiting = await CampaignWait(client) {
                        // A broadcast has one outcome.
                        guard let audience else { return 1 }
                        return try await client.count(audience, app: bundleID).installations
                    }
                    campaign = try await waiting.end(of: campaign)
                }
                try options.show(campaign)
                if wait, campaign.state != "done" { throw ExitCode(ExitStatus.no.rawValue) }
            }
        }
    }

    /// `bellhop campaign preview`.
    struct Preview: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "preview",
            abstract: "Show whom a campaign would reach and when, and send nothing.",
            discussion: """
                  bellhop campaign preview --audience all --file offer.apns \\
                    --local-time 2026-12-24T09:00
                """)

        @OptionGroup var content: Content
        @OptionGroup var options: Options

        func run() async throws {
            try await reportingFailures {
                let preview = try await content.preview(try options.client())
                Console.out(
                    options.format == .json
                        ? try jsonText(preview) : preview.lines.joined(separator: "\n"))
            }
        }
    }

    /// `bellhop campaign draft`.
    struct Draft: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "draft",
            abstract: "Store a campaign that is started later.",
            discussion: """
                  bellhop campaign draft --audience all --file offer.apns --name 'Winter sale'
                  bellhop campaign schedule ID --local-time 2026-12-24T09:00
                  bellhop campaign schedule ID --now
                """)

        @OptionGroup var content: Content
        @OptionGroup var options: Options

        func run() async throws {
            try await reportingFailures {
                try options.show(try await content.create(try options.client(), isDraft: true))
            }
        }
    }

    /// `bellhop campaign schedule`.
    struct Schedule: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "schedule",
            abstract: "Start a draft, or give a scheduled campaign another time.",
            discussion: """
                  bellhop campaign schedule ID --at 2026-12-24T08:00:00Z
                  bellhop campaign schedule ID --local-time 2026-12-24T09:00
                  bellhop campaign schedule ID --now

                Without a time, the draft's own time is used.
                """)

        @Argument(help: "The campaign's identifier.") var id: String
        @OptionGroup var time: CampaignTimeOptions
        @Flag(help: "Start the campaign at once.") var now = false
        @Option(
            name: .customLong("confirm-devices"),
            help: ArgumentHelp(
                "The expected number of devices; if the actual number differs by more than ten "
                    + "percent, the campaign is not started.", valueName: "number"))
        var confirmDevices: Int?
        @OptionGroup var options: Options

        func validate() throws {
            if now, !time.isEmpty {
                throw ValidationError("--now excludes --at and --local-time; leave one out")
            }
        }

        func run() async throws {
            try await reportingFailures {
                let client = try options.client()
                if now {
                    return try options.show(
                        try await client.startDraft(id, confirming: confirmDevices))
                }
                var new = time.time
                new.confirmDevices = confirmDevices
                let isEmpty = time.isEmpty && confirmDevices == nil
                try options.show(try await client.scheduleCampaign(id, at: isEmpty ? nil : new))
            }
        }
    }

    /// `bellhop campaign delete`.
    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete a draft.",
            discussion: "  bellhop campaign delete ID")

        @Argument(help: "The campaign's identifier.") var id: String
        @OptionGroup var options: Options

        func run() async throws {
            try await reportingFailures {
                try await options.client().deleteDraft(id)
                if options.format == .json { return Console.out(try jsonText(["deleted": id])) }
                Console.out("deleted: \(id.printable)")
            }
        }
    }
}

extension CampaignPreview {
    /// A description of the preview for people.
    fileprivate var lines: [String] {
        var lines: [String] = []
        if let channel {
            lines.append("one broadcast of \(app), to channel \(channel.printable)")
        } else {
            let audience = (audience ?? "all").printable
            let found = LoadReport.plural(installations ?? 0, "installation")
            lines.append("\(found) of \(app), to \(audience)")
            lines.append("  would be sent \(reachable ?? 0)")
        }
        lines += reasons.map { "  \($0.reason.printable) \($0.count)" }
        lines += moments.map { "  \(GatewayJSON.text(of: $0.at))  \($0.installations)" }
        lines += messages.map {
            "  \($0.variant.printable): \(($0.payload ?? "a variable has no value").printable)"
        }
        return lines
    }
}

extension CampaignSettings {
    /// A description of the settings for people.
    var lines: [String] {
        var lines: [String] = []
        if let name { lines.append("  name        \(name.printable)") }
        if let template { lines.append("  template    \(template.printable)") }
        if let localTime {
            var line = "  local time  \(localTime.time.printable) in \(localTime.zones) time zones"
            if let first = localTime.firstAt, let last = localTime.lastAt {
                line += ", from \(GatewayJSON.text(of: first)) to \(GatewayJSON.text(of: last))"
            }
            lines.append(line)
        } else if let startsAt {
            lines.append("  starts      \(GatewayJSON.text(of: startsAt))")
        }
        if let devices { lines.append("  devices     \(devices)") }
        if let approval {
            lines.append("  approval    \(approval.by.map { "by key \($0)" } ?? "needed")")
        }
        if let refusal {
            let by = refusal.by.map { " by key \($0)" } ?? ""
            let note = refusal.note.map { ": " + $0.printable } ?? ""
            lines.append("  refused    \(by)\(note)")
        }
        for variant in variants ?? [] {
            lines.append(
                "  variant \(variant.name.printable): accepted \(variant.totals.accepted)")
        }
        return lines
    }
}
