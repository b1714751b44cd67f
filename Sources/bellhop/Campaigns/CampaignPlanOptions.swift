// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The options for the time of a campaign.
struct CampaignTimeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When the campaign starts, such as 2026-12-24T08:00:00Z.", valueName: "time"))
    var at: String?

    @Option(
        name: .customLong("local-time"),
        help: ArgumentHelp(
            "The local time at which each installation gets the message, such as 2026-12-24T09:00.",
            valueName: "time"))
    var localTime: String?

    @Option(
        name: .customLong("default-time-zone"),
        help: ArgumentHelp(
            "With --local-time, the time zone of installations that have not reported one.",
            valueName: "zone"))
    var defaultTimeZone: String?

    @Option(
        name: .customLong("late-zones"),
        help: ArgumentHelp(
            "With --local-time, the rule for zones where the time has passed: skip or send_now.",
            valueName: "rule"))
    var lateZones: String?

    var isEmpty: Bool { at == nil && localTime == nil }

    func validate() throws {
        if at != nil, localTime != nil {
            throw ValidationError("--at and --local-time exclude each other; leave one out")
        }
        if let at, GatewayJSON.date(at) == nil {
            throw ValidationError("--at takes a time such as 2026-12-24T08:00:00Z")
        }
        if localTime == nil, defaultTimeZone != nil || lateZones != nil {
            throw ValidationError(
                "--default-time-zone and --late-zones are for campaigns with --local-time")
        }
        if let lateZones, CampaignForm.LateZones(rawValue: lateZones) == nil {
            throw ValidationError("--late-zones takes skip or send_now")
        }
    }

    var time: CampaignTime {
        var time = CampaignTime()
        time.at = at.flatMap(GatewayJSON.date)
        time.localTime = localTime
        time.defaultTimeZone = defaultTimeZone
        time.lateZones = lateZones.flatMap(CampaignForm.LateZones.init)
        return time
    }
}

/// The options for the limits and variants of a campaign.
struct CampaignPlanOptions: ParsableArguments {
    @Option(help: "A short display name.") var name: String?

    @Option(
        name: .customLong("quiet-hours"),
        help: ArgumentHelp(
            "The local hours without notifications, such as 22:00-08:00; or off.",
            valueName: "hours"))
    var quietHours: String?

    @Option(
        name: .customLong("quiet-rule"),
        help: ArgumentHelp(
            "Whether quiet hours hold notifications back or skip them.", valueName: "rule"))
    var quietRule: String?

    @Option(
        help: ArgumentHelp(
            "The class of the message, and the maximum number of messages of this class per "
                + "installation and day, such as marketing:2; or the class alone.",
            valueName: "class"))
    var cap: String?

    @Option(
        name: .customLong("per-minute"),
        help: ArgumentHelp("The maximum number of notifications per minute.", valueName: "number"))
    var perMinute: Int?

    @Option(
        name: .customLong("variant"),
        help: ArgumentHelp(
            "A variant of the message, instead of --file: NAME=FILE or NAME:SHARE=FILE; may be "
                + "repeated.",
            valueName: "variant"))
    var variants: [String] = []

    @Option(
        name: .customLong("control"),
        help: ArgumentHelp(
            "The part of the audience that gets nothing, in percent.", valueName: "percent"))
    var control: Int?

    @Option(
        name: .customLong("winner"),
        help: ArgumentHelp(
            "With --variant: the part of the audience that gets the variants as a test, and the "
                + "time after which the better variant is sent to the rest, such as 20%/4h or "
                + "20%/90m.",
            valueName: "test"))
    var winner: String?

    @Option(
        name: .customLong("confirm-devices"),
        help: ArgumentHelp(
            "The expected number of devices; if the actual number differs by more than ten "
                + "percent, the campaign is not started.",
            valueName: "number"))
    var confirmDevices: Int?

    @Flag(
        name: .customLong("dry-run"),
        help: "Go through the whole audience and count what would be sent, but send nothing.")
    var dryRun = false

    var isEmpty: Bool {
        winner == nil && confirmDevices == nil && !dryRun && name == nil && quietHours == nil
            && quietRule == nil && cap == nil
            && perMinute == nil && variants.isEmpty && control == nil
    }

    func validate() throws {
        if let quietHours, quietHours != "off", QuietHoursText(quietHours) == nil {
            throw ValidationError("--quiet-hours takes hours such as 22:00-08:00, or off")
        }
        if let quietRule, CampaignLimits.QuietRule(rawValue: quietRule) == nil {
            throw ValidationError("--quiet-rule takes hold or skip")
        }
        if let cap, Self.cap(cap) == nil {
            throw ValidationError("--cap takes a class and a number, such as marketing:2")
        }
        if let winner, Self.winner(winner) == nil {
            throw ValidationError("--winner takes a part and a time, such as 20%/4h")
        }
        for variant in variants where Self.variant(variant) == nil {
            throw ValidationError("--variant takes a name and a file, such as a=offer.apns")
        }
    }

    private static func cap(_ text: String) -> (name: String, perDay: Int?)? {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first, !name.isEmpty else { return nil }
        guard parts.count > 1 else { return (String(name), nil) }
        guard let perDay = Int(parts[1]), perDay >= 0 else { return nil }
        return (String(name), perDay)
    }

    private static func winner(_ text: String) -> CampaignForm.Winner? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].hasSuffix("%"), let percent = Int(parts[0].dropLast()),
            let number = Int(parts[1].dropLast()), number > 0, number < 10_000
        else { return nil }
        switch parts[1].last {
        case "h": return .init(testPercent: percent, afterMinutes: number * 60)
        case "m": return .init(testPercent: percent, afterMinutes: number)
        default: return nil
        }
    }

    private static func variant(_ text: String) -> (name: String, share: Int, file: String)? {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty else { return nil }
        let names = parts[0].split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = names.first, !name.isEmpty else { return nil }
        guard names.count > 1 else { return (String(name), 1, String(parts[1])) }
        guard let share = Int(names[1]), share > 0 else { return nil }
        return (String(name), share, String(parts[1]))
    }

    /// Sets the limits and the variants of a form.
    func apply(to form: inout CampaignForm) throws {
        form.name = name
        form.controlPercent = control ?? 0
        if let quietHours {
            form.limits.quiet = QuietHoursText(quietHours).map { .hours($0) } ?? .off
        }
        form.limits.quietRule = quietRule.flatMap(CampaignLimits.QuietRule.init)
        if let (name, perDay) = cap.flatMap(Self.cap) {
            form.limits.messageClass = name
            form.limits.perDay = perDay
        }
        form.limits.perMinute = perMinute
        form.winner = winner.flatMap(Self.winner)
        form.confirmDevices = confirmDevices
        form.isDryRun = dryRun
        for (name, share, file) in variants.compactMap(Self.variant) {
            form.variants.append(
                .init(name: name, share: share, message: try CampaignMessageFile.bytes(file)))
        }
    }
}

/// A payload in a file.
enum CampaignMessageFile {
    static func bytes(_ path: String) throws -> [UInt8] {
        Array(
            try InputFile.read(
                path, byteCountMax: APNSFile.byteCountMax, what: "a payload file"))
    }
}
