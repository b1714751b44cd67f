// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let hostHardCoded = DoctorCheck(
        "apns-host-hard-coded", .warning, "the code contains only one of the two APNs hosts",
        why: "Device tokens of development builds are valid only in the sandbox, and tokens of "
            + "TestFlight and App Store builds only in production. The other host returns "
            + "BadDeviceToken.",
        remedy: "store the environment with each token, and use it to choose the host",
        wrong: RuleExample(
            .init(
                "Server/Push.swift",
                """
                struct Push {
                    let host = "https://api.push.apple.com"
                }
                """)),
        right: RuleExample(
            .init(
                "Server/Push.swift",
                """
                enum Environment: String {
                    case sandbox, production

                    var host: String {
                        switch self {
                        case .sandbox: "https://api.sandbox.push.apple.com"
                        case .production: "https://api.push.apple.com"
                        }
                    }
                }
                """)),
        claim: .documented("Sending notification requests to APNs")
    ) { project, report in
        // A server and an app in one checkout belong together, so it is sufficient if one of them
        // switches between the hosts.
        var production: [Diagnostic.Location] = []
        var sandbox: [Diagnostic.Location] = []
        for (path, source) in project.sources.sorted(by: { $0.key < $1.key })
        where !path.isTestPath {
            for literal in source.facts.strings {
                let text = literal.segments.trimmedDescription
                if text.contains("api.push.apple.com") {
                    production.append(source.location(of: literal))
                }
                if text.contains("api.sandbox.push.apple.com")
                    || text.contains("api.development.push.apple.com")
                {
                    sandbox.append(source.location(of: literal))
                }
                // A host composed of parts, as in `https://api.\\(name)push.apple.com`, is treated
                // as a host of both environments.
                if text.hasHostOfParts {
                    production.append(source.location(of: literal))
                    sandbox.append(source.location(of: literal))
                }
            }
        }
        guard !(production + sandbox).isEmpty else { return }
        report.markExamined("APNs hosts")
        guard production.isEmpty != sandbox.isEmpty else { return }
        for location in production {
            report.add(
                "the code contains the production host, but not the sandbox host", at: location)
        }
        for location in sandbox {
            report.add(
                "the code contains the sandbox host, but not the production host", at: location)
        }
    }
}

extension String {
    /// Whether a host is composed, as in `https://api.\\(name)push.apple.com`, or is the common
    /// suffix of both hosts, as in `push.apple.com`.
    fileprivate var hasHostOfParts: Bool {
        guard let end = firstRange(of: "push.apple.com") else { return false }
        let start = self[..<end.lowerBound]
        return !["api.", "api.sandbox.", "api.development."].contains { start.hasSuffix($0) }
    }
}
