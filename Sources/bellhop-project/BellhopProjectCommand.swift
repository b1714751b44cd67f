// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSupport

/// The program `bellhop-project`, which contains those commands of `bellhop` that read an app's
/// checkout.
///
/// These commands are a separate program because they depend on swift-syntax and project readers,
/// which are not needed for sending a push or testing a sender. `bellhop` runs this program for
/// these commands (see ``ProjectProgram``), so people need to call only `bellhop`.
@main
struct BellhopProjectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bellhop",
        abstract: "The commands that bellhop runs in this program: lint --project, lint --bundle, "
            + "doctor, reference.",
        version: ToolVersion.current,
        subcommands: [LintCommand.self, DoctorCommand.self, ReferenceCommand.self])

    static func main() async { await CommandRun.main(Self.self) }
}
