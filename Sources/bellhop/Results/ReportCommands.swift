// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import GatewayAPI
import Workbench

/// `bellhop report`: shows reports of a running gateway.
struct ReportCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Show the progress of campaigns, why tokens ended, and who allows notifications.",
        discussion: """
              bellhop report campaign CAMPAIGN
              bellhop report dead-tokens
              bellhop report permission --app com.example.app
              bellhop report shadow --app com.example.app
            """,
        subcommands: [Campaign.self, DeadTokens.self, Permission.self, Shadow.self])

    /// `bellhop report campaign`.
    struct Campaign: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "campaign",
            abstract: "Show the progress of a campaign, and explain its numbers.",
            discussion: "  bellhop report campaign CAMPAIGN")

        @Argument(help: "The campaign's identifier.") var id: String
        @OptionGroup var options: CampaignCommands.Options

        func run() async throws {
            try await reportingFailures {
                guard let report = try await options.client().campaignReport(id) else {
                    throw CommandFailure(
                        .badInput, "there is no campaign \(id); check the identifier")
                }
                Console.out(options.format == .json ? try jsonText(report) : report.text)
            }
        }
    }

    /// `bellhop report dead-tokens`.
    struct DeadTokens: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "dead-tokens",
            abstract: "Show why tokens of an app are not used any more, or may be invalid.",
            discussion: """
                  bellhop report dead-tokens
                  bellhop report dead-tokens --since 2026-01-31T00:00:00Z --format json
                """)

        @Option(
            help: ArgumentHelp(
                "Count tokens since this time; by default, the last 30 days.", valueName: "time"))
        var since: String?
        @OptionGroup var options: AppTargetOptions

        func run() async throws {
            try await reportingFailures {
                let (client, app) = try await options.target()
                let report = try await client.deadTokens(of: app, since: since)
                Console.out(options.format == .json ? try jsonText(report) : report.text)
            }
        }
    }

    /// `bellhop report shadow`.
    struct Shadow: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "shadow",
            abstract: "Show what the gateway would have sent for an app in shadow mode.",
            discussion: """
                  bellhop report shadow --app com.example.app
                  bellhop report shadow --since 2026-01-31T00:00:00Z --format json
                """)

        @Option(
            help: ArgumentHelp(
                "Count notifications since this time; by default, the last 24 hours.",
                valueName: "time"))
        var since: String?
        @OptionGroup var options: AppTargetOptions

        func run() async throws {
            try await reportingFailures {
                let (client, app) = try await options.target()
                let report = try await client.shadow(of: app, since: since)
                Console.out(options.format == .json ? try jsonText(report) : report.text)
            }
        }
    }

    /// `bellhop report permission`.
    struct Permission: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "permission",
            abstract: "Show how many people were asked for permission, and what they decided.",
            discussion: "  bellhop report permission")

        @OptionGroup var options: AppTargetOptions

        func run() async throws {
            try await reportingFailures {
                let (client, app) = try await options.target()
                let funnel = try await client.permissionFunnel(of: app)
                Console.out(options.format == .json ? try jsonText(funnel) : funnel.text)
            }
        }
    }
}

/// Formats the lines of a report in columns.
private enum ReportLine {
    private static let nameWidth = 18
    private static let countWidth = 9

    static func of(_ name: String, _ count: Int, _ rest: String = "") -> String {
        let number = String(count)
        let blanks = String(repeating: " ", count: max(0, countWidth - number.count))
        let gap = String(repeating: " ", count: max(1, nameWidth - name.count))
        return "  " + name + gap + blanks + number + (rest.isEmpty ? "" : "  " + rest)
    }
}

extension CampaignReport {
    /// The report for people.
    fileprivate var text: String {
        var lines = ["campaign \(campaign) of \(app): \(state)"]
        // All numbers of a broadcast are 0 or 1, so its result is printed instead.
        if let broadcast { return (lines + broadcast.lines).joined(separator: "\n") }
        for step in funnel {
            let share = step.ofAccepted.map { "\(Int(saturating: ($0 * 100).rounded())) %" } ?? ""
            lines.append(ReportLine.of(step.step.rawValue, step.count, share))
            lines.append("      \(step.meaning)")
        }
        func add(_ title: String, _ rows: [String]) {
            guard !rows.isEmpty else { return }
            lines.append(title)
            lines += rows
        }
        add(
            "not accepted, by reason:",
            reasons.map { ReportLine.of($0.outcome, $0.count, $0.reason.printable) })
        if variants.count > 1 {
            add(
                "opened, by variant:",
                variants.map {
                    ReportLine.of(String($0.variant), $0.reported.opened, "of \($0.accepted)")
                })
        }
        add(
            "opened, by locale:",
            locales.map {
                ReportLine.of($0.value.isEmpty ? "(none)" : $0.value.printable, $0.reported.opened)
            })
        add(
            "opened, by version of the app:",
            appVersions.map {
                ReportLine.of($0.value.isEmpty ? "(none)" : $0.value.printable, $0.reported.opened)
            })
        add(
            "opened, by hour:",
            hours.map { ReportLine.of(GatewayJSON.text(of: $0.hour), $0.reported.opened) })
        add(
            "actions:", actions.map { ReportLine.of($0.action.printable, $0.count) })
        return lines.joined(separator: "\n")
    }
}

extension DeadTokenReport {
    /// The report for people.
    fileprivate var text: String {
        var lines = ["tokens of \(app) that ended since \(GatewayJSON.text(of: since)):"]
        lines += Self.lines(ended)
        lines.append("tokens that APNs refused and that are still used:")
        lines += Self.lines(suspect)
        if isIncomplete {
            lines.append("there are more tokens than were counted; the actual numbers are higher")
        }
        return lines.joined(separator: "\n")
    }

    private static func lines(_ causes: [Cause]) -> [String] {
        if causes.isEmpty { return ["  none"] }
        return causes.flatMap { cause in
            [
                ReportLine.of(
                    cause.cause.printable, cause.count, "in \(cause.environment.rawValue)"),
                "      \(cause.meaning)",
            ]
        }
    }
}

extension ShadowReport {
    /// The report for people.
    fileprivate var text: String {
        var lines = [
            "\(app) is \(shadow ? "" : "not ")in shadow mode; "
                + "since \(GatewayJSON.text(of: since)):",
            ReportLine.of("requests", requests), ReportLine.of("would be sent", wouldSend),
        ]
        for difference in differences {
            lines.append(
                ReportLine.of(
                    difference.kind.rawValue, difference.count, difference.reason.printable))
            lines.append("      \(difference.meaning.printable)")
            for example in difference.examples {
                let parts = [
                    GatewayJSON.text(of: example.at), example.apnsID ?? "without apns-id",
                    example.detail ?? "",
                ]
                lines.append("      \(parts.joined(separator: " ").printable)")
            }
        }
        if isIncomplete {
            lines.append("there are more requests than were counted; the actual numbers are higher")
        }
        return lines.joined(separator: "\n")
    }
}

extension PermissionFunnel {
    /// The report for people.
    fileprivate var text: String {
        var lines = ["\(app): \(LoadReport.plural(installations, "installation"))"]
        for step in steps {
            lines.append(ReportLine.of(step.step.rawValue, step.count))
            lines.append("      \(step.meaning)")
        }
        return lines.joined(separator: "\n")
    }
}
