// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import ControlAPI
import Workbench

/// `bellhop device …`: controls the phones of a running simulator.
struct DeviceCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device", abstract: "Control the virtual phones of a running simulator.",
        discussion: """
              bellhop device show                     what is on the screen
              bellhop device quit                     force-quit the app
              bellhop device tap                      tap the newest notification
              bellhop device reply "On my way"        answer it without opening the app
              bellhop device set --permission denied
              bellhop device set --list               everything that can be set
            """,
        groupedSubcommands: [
            CommandGroup(
                name: "Phones",
                subcommands: [
                    List.self, Create.self, Show.self, Trace.self, Set.self, Remove.self,
                    Save.self, Restore.self,
                ]),
            CommandGroup(
                name: "The phone",
                subcommands: [
                    Lock.self, Unlock.self, Network.self, MuteSwitch.self, LowPower.self,
                    FocusCommands.self, SummaryCommand.self, Previews.self, Move.self,
                    TimeZoneCommand.self, LanguageCommand.self, Reboot.self, RestoreBackup.self,
                ]),
            CommandGroup(
                name: "Apps",
                subcommands: [
                    Launch.self, Quit.self, Install.self, Uninstall.self, OpenClip.self,
                    OpenSettings.self, BackgroundRefresh.self, RotateToken.self,
                    ExtensionFailureCommand.self,
                ]),
            CommandGroup(
                name: "Notifications",
                subcommands: [
                    Ask.self, Prompts.self, Answer.self, Tap.self, Press.self, Reply.self,
                    Expand.self,
                    Collapse.self, Flick.self, Dismiss.self, Clear.self, Activities.self,
                ]),
        ])
}

/// The options for the phone, the app and the output format.
struct DeviceOptions: ParsableArguments {
    @OptionGroup var state: StateOptions

    @Option(help: "The phone's identifier or name; optional if there is only one.")
    var device: String?

    @Option(
        help: ArgumentHelp(
            "The app's bundle identifier; optional if the phone has only one app.",
            valueName: "bundle-id"))
    var app: String?

    @Option(help: "The output format: text or json.")
    var format: OutputFormat = .text

    var client: any SimulatorControl {
        get throws { ControlClient(url: try state.directory.simulatorAddress().control) }
    }

    /// Performs an action and prints its results.
    func perform(_ command: DeviceCommand) async throws {
        let result = try await callingSimulator { try await client.perform(command, on: device) }
        try print(result) {
            (result.callbacks.map(DeviceText.callback) + DeviceText.head(result.device))
                .joined(separator: "\n")
        }
    }

    /// Returns a command for a notification of the selected app, or of any app if no app was
    /// selected.
    func command(_ command: NotificationCommand, on id: String?) -> DeviceCommand {
        .notification(command, id: id, bundleID: app)
    }

    /// Prints a value as text or JSON.
    func print(_ value: some Encodable, as text: () -> String) throws {
        Console.out(format == .json ? try jsonText(value) : text())
    }
}

/// A command that performs one action on one phone.
protocol DeviceActionCommand: AsyncParsableCommand {
    var options: DeviceOptions { get }
    func command() throws -> DeviceCommand
}

extension DeviceActionCommand {
    func run() async throws {
        try await reportingFailures { try await options.perform(try command()) }
    }
}

/// Calls the simulator. If the simulator does not support the operation, the failure has one line
/// and status 65.
func callingSimulator<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let problem as ControlProblem {
        throw CommandFailure(.badInput, problem.detail.printable)
    }
}

/// Returns a result as JSON with stable keys. The function escapes characters that would control a
/// terminal.
func jsonText(_ value: some Encodable, isPretty: Bool = true) throws -> String {
    PrintableText.json(
        String(decoding: try ControlJSON.encode(value, isPretty: isPretty), as: UTF8.self))
}
