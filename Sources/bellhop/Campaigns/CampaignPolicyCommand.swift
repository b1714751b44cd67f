// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import GatewayAPI
import Workbench

extension CampaignCommands {
    /// `bellhop campaign policy`.
    struct Policy: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "policy",
            abstract: "Show or change how large the campaigns of an app may be.",
            discussion: """
                  bellhop campaign policy
                  bellhop campaign policy --approval-above 10000 --confirm-above 1000
                  bellhop campaign policy --approval-above off

                Without an option, the command shows the app's policy. Settings that are not \
                given stay as they are. Campaigns that were scheduled before keep their limits.
                """)

        /// A number of devices, or no limit.
        enum Bound: Hashable, Sendable, ExpressibleByArgument {
            case off
            case devices(Int)

            init?(argument: String) {
                if argument == "off" {
                    self = .off
                } else if let count = Int(argument), count >= 0 {
                    self = .devices(count)
                } else {
                    return nil
                }
            }

            var count: Int? {
                switch self {
                case .off: nil
                case .devices(let count): count
                }
            }
        }

        @Option(
            help: ArgumentHelp(
                "Campaigns to more devices than this number need the approval of a second person; "
                    + "off removes the limit.",
                valueName: "devices"))
        var approvalAbove: Bound?
        @Option(
            help: ArgumentHelp(
                "Campaigns to more devices than this number start only if the expected number of "
                    + "devices is also given; off removes the limit.",
                valueName: "devices"))
        var confirmAbove: Bound?
        @OptionGroup var options: AppTargetOptions

        func run() async throws {
            try await reportingFailures {
                let (client, app) = try await options.target()
                var policy = try await client.policy(of: app)
                if let approvalAbove { policy.approvalAbove = approvalAbove.count }
                if let confirmAbove { policy.confirmAbove = confirmAbove.count }
                if approvalAbove != nil || confirmAbove != nil {
                    policy = try await client.putPolicy(policy, of: app)
                }
                Console.out(options.format == .json ? try jsonText(policy) : policy.text)
            }
        }
    }
}

extension PolicyResource {
    /// The policy for people.
    fileprivate var text: String {
        func line(_ name: String, _ value: String?) -> String {
            name + ": " + (value ?? "off").printable
        }
        let limits = caps.map { caps in
            caps.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value) a day" }
                .joined(separator: ", ")
        }
        return [
            line("approval above", approvalAbove.map { LoadReport.plural($0, "device") }),
            line("confirmation above", confirmAbove.map { LoadReport.plural($0, "device") }),
            line("quiet hours", quietHours.map { "\($0) (\(quietRule ?? "hold"))" }),
            line("caps", limits), line("per minute", perMinute.map { "\($0)" }),
        ].joined(separator: "\n")
    }
}
