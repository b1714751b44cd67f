// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import ArgumentParser
import CommandSupport
import Diagnostics
import ProjectDoctor

/// Implements `doctor DIR`, which finds problems in an app's checkout, or in a sender's
/// credentials, that prevent notifications from arriving.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = DoctorOptions.configuration

    @OptionGroup var options: DoctorOptions

    func run() async throws {
        try await reportingFailures {
            let rows = DoctorGroup.table.flatMap(\.checks)
            if let id = options.explain {
                // The kit's self-check uses the same identifiers with a dot instead of a hyphen.
                let id = id.replacing(".", with: "-")
                return Console.out(
                    try RuleText.page(id, of: rows, listedBy: "bellhop doctor --checks"))
            }
            if options.checks { return Console.out(RuleText.list(rows)) }
            guard options.directory != nil || options.credentials.isGiven else {
                throw CommandFailure(
                    .usage,
                    "there is nothing to examine; name the folder of an app, or give credentials "
                        + "such as --key"
                )
            }
            var run = DoctorRun(rules: rows)
            let checkout = try options.directory.map { try DoctorCheckout($0) }
            if let checkout { try run.examine(checkout) }
            if options.credentials.isGiven {
                var facts = try options.credentials.facts()
                facts.declaredEnvironments = checkout?.project.declaredEnvironments ?? [:]
                facts.firebaseProjects = Set(
                    checkout?.project.firebase.configurations.compactMap(\.projectID) ?? [])
                try await options.credentials.queryNetwork(&facts)
                run.examine(facts)
            }
            Console.out(run.written(as: options.format, isWhole: options.all))
            if let worst = run.report.worst, worst >= options.severity {
                throw ExitCode(ExitStatus.no.rawValue)
            }
        }
    }
}
