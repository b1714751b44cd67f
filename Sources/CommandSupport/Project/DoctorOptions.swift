// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Diagnostics

/// The options of `bellhop doctor DIR`. This command finds problems in an app's checkout, or in a
/// sender's credentials, that prevent notifications from arriving. The checks are in
/// `bellhop-project`.
package struct DoctorOptions: ParsableArguments {
    package static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Examine an app's checkout or credentials to find out why notifications do not "
            + "arrive.",
        discussion: """
            With a folder, the command reads projects, workspaces, manifests, entitlements, \
            property lists, profiles and Swift files. It does not need Xcode, and writes nothing:
              bellhop doctor .
              bellhop doctor ../ios --format sarif > doctor.sarif
              bellhop doctor --explain extension-handler-missed

            With a key or a certificate, the command checks a server's credentials; with --live, \
            it sends a request to Apple:
              bellhop doctor --key AuthKey_ABC123DEFG.p8 --team-id TEAM123456 \\
                --topic com.example.app --to production
              bellhop doctor ../ios --fcm service-account.json

            Status 0 when no finding reaches the --severity (default: error), 1 when one
            does, 64 for wrong usage, 66 when there is nothing to read.
            """)

    @Argument(
        help: ArgumentHelp("The folder of an app's checkout.", valueName: "dir"))
    package var directory: String?

    @OptionGroup(title: "Credentials") package var credentials: CredentialDoctorOptions

    @Option(help: ArgumentHelp("Describe one check and exit.", valueName: "check"))
    package var explain: String?

    @Flag(help: "List the checks and exit.")
    package var checks = false

    @Flag(help: "Also list the checks that do not apply.")
    package var all = false

    @Option(help: "The output format: text, json, sarif or github.")
    package var format: ReportFormat = .text

    @Option(help: "Exit with status 1 at this severity or higher: error, warning or note.")
    package var severity: Severity = .error

    package init() {}
}
