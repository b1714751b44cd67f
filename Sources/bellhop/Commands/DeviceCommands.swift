// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import ControlAPI
import DeviceModel

/// `bellhop device …`: the phones of a running simulator.
struct DeviceCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device", abstract: "Drive the virtual phones of a running simulator.",
        discussion: """
              bellhop device show                     what is on the screen
              bellhop device quit                     force-quit the app
              bellhop device tap                      tap the newest notification
              bellhop device set --permission denied
            """,
        subcommands: [
            List.self, Create.self, Show.self, Set.self, Launch.self, Quit.self, Tap.self,
            Dismiss.self,
            Lock.self, Unlock.self, Install.self, Uninstall.self,
        ])
}

/// Which phone, which app, and how to print.
struct DeviceOptions: ParsableArguments {
    @OptionGroup var state: StateOptions

    @Option(help: "The phone, by identifier or name; the only one when left out.")
    var device: String?

    @Option(
        help: ArgumentHelp("The app; the phone's only one when left out.", valueName: "bundle-id"))
    var app: String?

    @Option(help: "How to print: text or json.")
    var format: OutputFormat = .text

    var client: ControlClient {
        get throws { ControlClient(url: try state.directory.simulatorAddress().control) }
    }

    /// Does one thing and prints what it led to.
    func perform(_ command: DeviceCommand) async throws {
        var command = command
        command.app = command.app ?? app
        let result = try await asking { try await client.perform(command, on: device) }
        if format == .json { return Console.out(try jsonText(result)) }
        for callback in result.callbacks { Console.out(DeviceText.callback(callback)) }
        Console.out(DeviceText.summary(result.device))
    }
}

extension DeviceCommands {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the phones.",
            discussion: "  bellhop device list --format json")
        @OptionGroup var state: StateOptions
        @Option(help: "How to print: text or json.") var format: OutputFormat = .text

        func run() async throws {
            try await reportingFailures {
                let client = ControlClient(url: try state.directory.simulatorAddress().control)
                let devices = try await asking { try await client.devices() }
                if format == .json { return Console.out(try jsonText(devices)) }
                for device in devices { Console.out(DeviceText.summary(device)) }
            }
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a phone with an app on it.",
            discussion:
                "  bellhop device create \"Sam's iPhone\" --app com.example.app --permission "
                + "provisional"
        )
        @OptionGroup var options: DeviceOptions
        @Argument(help: "The phone's name.") var name: String
        @Option(help: "Which APNs its app registers with: sandbox or production.") var environment:
            String?
        @Option(help: ArgumentHelp(PermissionWords.help)) var permission: String?

        func run() async throws {
            try await reportingFailures {
                let request = NewDevice(
                    name: name, app: options.app,
                    environment: try environment.map(EnvironmentWords.parse),
                    authorization: try permission.map(PermissionWords.parse))
                let device = try await asking { try await options.client.createDevice(request) }
                Console.out(
                    options.format == .json ? try jsonText(device) : DeviceText.summary(device))
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show a phone: its screen, its apps, what the apps were told.",
            discussion: "  bellhop device show --token     prints the app's device token in full")
        @OptionGroup var options: DeviceOptions
        @Flag(help: "Print the device token, and nothing else.") var token = false
        @Option(help: "With --token: which token, for instance app or voip.") var family: String =
            "app"

        func run() async throws {
            try await reportingFailures {
                let client = try options.client
                if token {
                    guard let family = TokenFamily(rawValue: family) else {
                        throw CommandFailure(
                            .usage,
                            "there is no token family \(family); use one of "
                                + TokenFamily.allCases.map(\.rawValue).joined(separator: ", "))
                    }
                    let view = try await asking {
                        try await client.token(of: options.device, app: options.app, family: family)
                    }
                    return Console.out(view.token.hex)
                }
                let device = try await asking { try await client.device(options.device) }
                if options.format == .json { return Console.out(try jsonText(device)) }
                let trace = try await asking { try await client.trace(of: device.id) }
                Console.out(DeviceText.screen(device, trace: trace))
            }
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change a phone's settings.",
            discussion:
                "  bellhop device set --permission denied\n  bellhop device set --online off")
        @OptionGroup var options: DeviceOptions
        @Option(help: ArgumentHelp(PermissionWords.help)) var permission: String?
        @Option(help: "The link to APNs: on or off.") var online: String?
        @Option(
            help: "The app's state: foreground, background, suspended, terminated or force-quit.")
        var state: String?
        @Option(name: .customLong("background-refresh"), help: "Background App Refresh: on or off.")
        var backgroundRefresh: String?

        func run() async throws {
            try await reportingFailures {
                var commands: [DeviceCommand] = []
                if let permission {
                    commands.append(
                        .init(.authorization, value: try PermissionWords.parse(permission).rawValue)
                    )
                }
                if let online {
                    commands.append(.init(try onOff(online, "--online") ? .online : .offline))
                }
                if let backgroundRefresh {
                    let isOn = try onOff(backgroundRefresh, "--background-refresh")
                    commands.append(.init(.backgroundRefresh, value: isOn ? "on" : "off"))
                }
                if let state { commands.append(.init(try AppStateWords.parse(state))) }
                guard !commands.isEmpty else {
                    throw CommandFailure(
                        .usage, "nothing to set; give for instance --permission denied")
                }
                for command in commands { try await options.perform(command) }
            }
        }
    }

    struct Launch: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Open the app from its icon.",
            discussion: "  bellhop device launch")
        @OptionGroup var options: DeviceOptions
        func run() async throws {
            try await reportingFailures { try await options.perform(.init(.launch)) }
        }
    }

    struct Quit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Force-quit the app, as a person does in the app switcher.",
            discussion: "  bellhop device quit")
        @OptionGroup var options: DeviceOptions
        func run() async throws {
            try await reportingFailures { try await options.perform(.init(.quit)) }
        }
    }

    struct Tap: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Tap a notification.",
            discussion:
                "  bellhop device tap                the newest\n  bellhop device tap order-1234")
        @OptionGroup var options: DeviceOptions
        @Argument(help: "Its identifier (collapse id or apns-id); the newest when left out.")
        var notification: String?
        func run() async throws {
            try await reportingFailures {
                try await options.perform(.init(.tap, notification: notification))
            }
        }
    }

    struct Dismiss: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Clear a notification.",
            discussion: """
                  bellhop device dismiss             the newest
                  bellhop device dismiss order-1234
                """)
        @OptionGroup var options: DeviceOptions
        @Argument(help: "Its identifier (collapse id or apns-id); the newest when left out.")
        var notification: String?
        func run() async throws {
            try await reportingFailures {
                try await options.perform(.init(.dismiss, notification: notification))
            }
        }
    }

    struct Install: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Install an app on the phone: allowed, with its device tokens.",
            discussion: "  bellhop device install com.example.app --name \"My App\"")
        @OptionGroup var options: DeviceOptions
        @Argument(help: "The app's bundle identifier.") var bundleID: String
        @Option(help: "The name under its icon.") var name: String?
        func run() async throws {
            try await reportingFailures {
                try await options.perform(.init(.install, app: bundleID, value: name))
            }
        }
    }

    struct Uninstall: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete an app from the phone: its device tokens are dead from then on.",
            discussion: "  bellhop device uninstall com.example.app")
        @OptionGroup var options: DeviceOptions
        @Argument(help: "The app's bundle identifier.") var bundleID: String
        func run() async throws {
            try await reportingFailures {
                try await options.perform(.init(.uninstall, app: bundleID))
            }
        }
    }

    struct Lock: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lock the phone.",
            discussion: "  bellhop device lock")
        @OptionGroup var options: DeviceOptions
        func run() async throws {
            try await reportingFailures { try await options.perform(.init(.lock)) }
        }
    }

    struct Unlock: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Unlock the phone.",
            discussion: "  bellhop device unlock")
        @OptionGroup var options: DeviceOptions
        func run() async throws {
            try await reportingFailures { try await options.perform(.init(.unlock)) }
        }
    }
}
