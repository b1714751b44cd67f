// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import ControlAPI
import DeviceModel

// The command that changes any setting.
extension DeviceCommands {
    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Change a setting of the phone or of an app, or choose how the phone behaves "
                + "where Apple documents nothing.",
            discussion: """
                  bellhop device set --list                          every switch and its value
                  bellhop device set --permission denied
                  bellhop device set --network off
                  bellhop device set sound off                       an app's page in Settings
                  bellhop device set background_pushes_per_hour 2    not documented by Apple
                """)
        @OptionGroup var options: DeviceOptions
        @Argument(help: "The setting's name, as --list shows it.") var key: String?
        @Argument(help: "The new value.") var value: String?
        @Flag(
            help: "List all settings with their values, valid values, meanings and rules.")
        var list = false
        @Option(help: ArgumentHelp(PermissionOption.help)) var permission: String?
        @Option(
            help: """
                The phone's network: on, off, or blocked, which blocks only the connection to APNs.
                """)
        var network: String?
        @Option(help: "The phone's connection to APNs: on or off.") var online: String?
        @Option(
            help: "The app's state: foreground, background, suspended, terminated or force-quit.")
        var state: String?
        @Option(name: .customLong("background-refresh"), help: "Background App Refresh: on or off.")
        var backgroundRefresh: String?

        func run() async throws {
            try await reportingFailures {
                if list { return try await printList() }
                let commands = try commands()
                guard !commands.isEmpty else {
                    throw CommandFailure(
                        .usage,
                        "there is nothing to set; give, for instance, --permission denied, or see "
                            + "--list")
                }
                for command in commands { try await options.perform(command) }
            }
        }

        private func printList() async throws {
            let switches = try await callingSimulator {
                try await options.client.switches(of: options.device, app: options.app)
            }
            let name = key?.map { $0 == "_" ? "-" : $0 }
            let wanted = switches.filter {
                name == nil || $0.name.map { $0 == "_" ? "-" : $0 } == name
            }
            guard !wanted.isEmpty else {
                throw CommandFailure(
                    .badInput,
                    "there is no switch \((key ?? "").printable); to see all switches, leave out "
                        + "the name")
            }
            try options.print(wanted) { DeviceText.switches(wanted) }
        }

        private func commands() throws -> [DeviceCommand] {
            var commands: [DeviceCommand] = []
            if let key {
                guard let value else {
                    throw CommandFailure(
                        .usage,
                        "\(key.printable) needs a value; list its values with: "
                            + "bellhop device set --list"
                    )
                }
                commands.append(set(key, value))
            }
            if let permission {
                commands.append(set("permission", try PermissionOption.parse(permission).rawValue))
            }
            if let network { commands.append(set("network", network)) }
            if let online {
                commands.append(try onOff(online, "--online") ? .online : .offline)
            }
            if let backgroundRefresh {
                let isOn = try onOff(backgroundRefresh, "--background-refresh")
                commands.append(set("background-refresh", isOn ? "on" : "off"))
            }
            if let state {
                commands.append(set("state", try AppStateOption.parse(state).rawValue))
            }
            return commands
        }

        private func set(_ name: String, _ value: String) -> DeviceCommand {
            .set(name, value: value, bundleID: options.app)
        }
    }
}
