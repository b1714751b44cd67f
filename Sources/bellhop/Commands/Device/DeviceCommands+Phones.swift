// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import ControlAPI
import DeviceModel
import Workbench

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The commands that list, create, show, remove, save and restore phones.
extension DeviceCommands {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the phones.",
            discussion: "  bellhop device list --format json")
        @OptionGroup var state: StateOptions
        @Option(help: "The output format: text or json.") var format: OutputFormat = .text

        func run() async throws {
            try await reportingFailures {
                let client = ControlClient(url: try state.directory.simulatorAddress().control)
                let devices = try await callingSimulator { try await client.devices() }
                if format == .json { return Console.out(try jsonText(devices)) }
                for device in devices { Console.out(DeviceText.summary(device)) }
            }
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Create a phone with an app on it.",
            discussion: """
                  bellhop device create "Sam's iPhone" --app com.example.app
                  bellhop device create Guest --app-clip --time-zone Europe/Berlin
                """)
        @OptionGroup var options: DeviceOptions
        @Argument(help: "The phone's name.") var name: String
        @Option(help: "The APNs environment in which the app registers: sandbox or production.")
        var environment: String?
        @Option(help: ArgumentHelp(PermissionOption.help)) var permission: String?
        @Flag(help: "Install the app as an App Clip whose Info.plist requests notifications.")
        var appClip = false
        @Flag(
            help: """
                Make the phone behave as an Xcode Simulator that can register with the sandbox.
                """)
        var simulator = false
        @Flag(
            help: """
                Make the phone behave as an older Xcode Simulator, which cannot register with APNs.
                """)
        var oldSimulator = false
        @Option(help: "The phone's model, for instance \"iPhone SE\".") var model: String?
        @Option(help: "The phone's language, for instance de or pt-BR.") var locale: String?
        @Option(help: "The phone's time zone, for instance Europe/Berlin.") var timeZone: String?

        func validate() throws {
            guard simulator && oldSimulator else { return }
            throw ValidationError("give --simulator or --old-simulator, not both")
        }

        func run() async throws {
            try await reportingFailures {
                var request = NewDevice(
                    name: name, app: options.app,
                    environment: try environment.map(EnvironmentName.parse),
                    authorization: try permission.map(PermissionOption.parse))
                request.isAppClip = appClip
                request.kind = oldSimulator ? .oldSimulator : simulator ? .simulator : .phone
                request.model = model
                request.language = locale
                request.timeZone = timeZone
                let wanted = request
                let device = try await callingSimulator {
                    try await options.client.createDevice(wanted)
                }
                if request.kind == .simulator, request.environment == .production {
                    Console.note(
                        "note: a Simulator always registers with the sandbox, regardless of the "
                            + "app's entitlement (REG-14); send to the sandbox")
                }
                try options.print(device) { DeviceText.summary(device) }
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show a phone: its screen, its apps and their callbacks.",
            discussion: """
                  bellhop device show
                  bellhop device show --token                  the app's device token in full
                  bellhop device show --token --family voip    another of its tokens
                """)
        @OptionGroup var options: DeviceOptions
        @Flag(help: "Print only a device token of the app.")
        var token = false
        @Option(help: "The family of the token that --token prints, for instance app or voip.")
        var family = "app"

        func run() async throws {
            try await reportingFailures {
                if token { return try await printToken() }
                let client = try options.client
                let device = try await callingSimulator { try await client.device(options.device) }
                if options.format == .json { return Console.out(try jsonText(device)) }
                let trace = try await callingSimulator { try await client.trace(of: device.id) }
                Console.out(DeviceText.screen(device, trace: trace))
            }
        }

        private func printToken() async throws {
            guard let family = TokenFamily(rawValue: family) else {
                throw CommandFailure(
                    .usage,
                    "there is no token family \(family.printable); use one of "
                        + TokenFamily.allCases.map(\.rawValue).joined(separator: ", "))
            }
            let view = try await callingSimulator {
                try await options.client.token(
                    of: options.device, app: options.app, family: family)
            }
            Console.out(view.token.hex)
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Erase a phone; its device tokens become invalid.",
            discussion: "  bellhop device remove \"Sam's iPhone\"")
        @OptionGroup var state: StateOptions
        @Argument(help: "The phone, by identifier or name.") var device: String

        func run() async throws {
            try await reportingFailures {
                let client = ControlClient(url: try state.directory.simulatorAddress().control)
                try await callingSimulator { try await client.removeDevice(device) }
            }
        }
    }

    struct Save: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "save",
            abstract: "Print a phone's state as JSON, for bellhop device restore.",
            discussion: """
                  bellhop device save > phone.json
                  bellhop device restore phone.json
                """)
        @OptionGroup var state: StateOptions
        @Option(help: "The phone's identifier or name; optional if there is only one.")
        var device: String?
        @Flag(help: "Include the full device tokens in the state; then keep the file private.")
        var withTokens = false

        func run() async throws {
            try await reportingFailures {
                let client = ControlClient(url: try state.directory.simulatorAddress().control)
                let data = try await callingSimulator {
                    try await client.saveDevice(device, withTokens: withTokens)
                }
                Console.out(
                    PrintableText.json(String(decoding: data, as: UTF8.self).trimmingBlanks))
            }
        }
    }

    struct Restore: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "restore",
            abstract: "Restore a phone from a saved state.",
            discussion: """
                  bellhop device restore phone.json
                  bellhop device save | bellhop device restore - --device "Sam's iPhone"
                """)
        @OptionGroup var options: DeviceOptions
        @Argument(help: "The saved state; - reads standard input.") var file: String

        func run() async throws {
            try await reportingFailures {
                let bytes = try InputFile.read(
                    file, byteCountMax: HTTPCaller.responseByteCountMax, what: "a phone's state")
                let device = try await callingSimulator {
                    try await options.client.restoreDevice(options.device, state: Data(bytes))
                }
                try options.print(device) { DeviceText.summary(device) }
            }
        }
    }
}
