// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import Diagnostics
import ProjectDoctor

/// `bellhop doctor DIR`: what in an app's checkout, or in a sender's credentials, keeps
/// notifications from arriving.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find in an app's checkout, or in credentials, why notifications do not arrive.",
        discussion: """
            Reads projects, workspaces, manifests, entitlements, property lists, profiles
            and Swift files; needs no Xcode and writes nothing:
              bellhop doctor .
              bellhop doctor ../ios --format sarif > doctor.sarif
              bellhop doctor --explain extension-handler-missed

            Looks at what a server sends with; with --live it asks Apple:
              bellhop doctor --key AuthKey_ABC123DEFG.p8 --team-id TEAM123456 \\
                --topic com.example.app --to production

            Status 0 when there is no error, 1 when there is one or --severity is reached,
            64 for wrong usage, 66 when there is nothing to read.
            """)

    @Argument(
        help: ArgumentHelp("The folder of an app's checkout.", valueName: "dir"))
    var directory: String?

    @OptionGroup(title: "Credentials") var credentials: CredentialDoctorOptions

    @Option(help: ArgumentHelp("Say all about one check.", valueName: "check"))
    var explain: String?

    @Flag(help: "List the checks.")
    var checks = false

    @Flag(help: "Give checks that do not apply a line each, too.")
    var all = false

    @Option(help: "How to print: text, json, sarif or github.")
    var format: ReportFormat = .text

    @Option(help: "From what severity on the status is 1: error, warning or note.")
    var severity: Severity = .error

    func run() async throws {
        try await reportingFailures {
            let rows = DoctorGroup.table.flatMap(\.checks)
            if let id = explain {
                // The kit's self-check writes the same names with a dot.
                let id = id.replacing(".", with: "-")
                return Console.out(
                    try RuleText.page(id, of: rows, listedBy: "bellhop doctor --checks"))
            }
            if checks { return Console.out(RuleText.list(rows)) }
            guard directory != nil || credentials.isGiven else {
                throw CommandFailure(
                    .usage,
                    "there is nothing to look at; name the folder of an app, or credentials "
                        + "such as --key"
                )
            }
            var run = DoctorRun(rules: rows)
            let checkout = try directory.map { try DoctorCheckout($0) }
            if let checkout { try run.examine(checkout) }
            if credentials.isGiven {
                var facts = try credentials.facts()
                facts.declaredEnvironments = checkout?.project.declaredEnvironments ?? [:]
                try await credentials.askNetwork(&facts)
                run.examine(facts)
            }
            Console.out(run.written(as: format, isWhole: all))
            if let worst = run.report.worst, worst >= severity {
                throw ExitCode(ExitStatus.no.rawValue)
            }
        }
    }
}
