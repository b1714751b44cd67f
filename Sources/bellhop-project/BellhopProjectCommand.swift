// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSupport

/// The program `bellhop-project`: the commands of `bellhop` that read an app's checkout.
///
/// It is a program of its own because it takes swift-syntax and readers of projects, which nobody
/// needs who sends a push or tests a sender. `bellhop` hands its commands over
/// (``ProjectProgram``), so people call `bellhop` only.
@main
struct BellhopProjectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bellhop",
        abstract: "What bellhop hands over: lint --project, lint --bundle, doctor, reference.",
        version: ToolVersion.current,
        subcommands: [LintCommand.self, DoctorCommand.self, ReferenceCommand.self])

    static func main() async { await CommandRun.main(Self.self) }
}
