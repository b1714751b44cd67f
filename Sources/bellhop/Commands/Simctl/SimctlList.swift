// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import ControlAPI
import Workbench

/// `bellhop simctl list devices`: works like `xcrun simctl list devices`, for scripts that search
/// for a phone's identifier.
struct SimctlList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the phones as `xcrun simctl list devices` does.",
        usage: "bellhop simctl list [--json] [devices] [<search term>]",
        discussion: """
              bellhop simctl list devices
              bellhop simctl list devices booted
              bellhop simctl list --json devices | jq '.devices[][].udid'

            A search term selects the phones whose name or identifier contains the term; booted \
            and available select all phones, because the phones of a running simulator are always \
            booted. The output contains each phone's identifier instead of a UUID; bellhop simctl \
            push accepts this identifier.
            """)

    /// The only list that this command supports; `simctl` also has other lists.
    private static let subject = "devices"
    /// The search terms that match every phone.
    private static let states: Set = ["booted", "available"]

    @Flag(name: [.customShort("j"), .customLong("json")], help: "Print JSON, as simctl does.")
    var isJSON = false

    @Argument(
        help: ArgumentHelp(
            "The word devices, optionally followed by a search term.", valueName: "what"))
    var arguments: [String] = []

    @OptionGroup var state: StateOptions

    func validate() throws {
        guard arguments.isEmpty || arguments[0] == Self.subject else {
            throw ValidationError(
                "\(arguments[0].printable) cannot be listed; write: bellhop simctl list devices")
        }
        guard arguments.count <= 2 else {
            throw ValidationError(
                "there are too many arguments; give only devices and a search term")
        }
    }

    func run() async throws {
        try await reportingFailures {
            let client = ControlClient(url: try state.directory.simulatorAddress().control)
            let term = arguments.count == 2 ? arguments[1] : ""
            let devices = try await callingSimulator { try await client.devices() }.filter {
                device in
                term.isEmpty || Self.states.contains(term)
                    || device.name.lowercased().contains(term.lowercased())
                    || device.id.lowercased().contains(term.lowercased())
            }
            let list = SimctlDeviceList(
                devices.map {
                    SimctlDeviceList.Entry(id: $0.id, name: $0.name, version: $0.systemVersion)
                })
            Console.out(isJSON ? list.json : list.text)
        }
    }
}

/// Formats phones like `simctl list devices`.
struct SimctlDeviceList {
    /// A phone.
    struct Entry {
        let id: String
        let name: String
        /// The system version, for instance `26.0`.
        let version: String
    }

    private let versions: [String]
    private let entries: [String: [Entry]]

    init(_ devices: [Entry]) {
        entries = Dictionary(grouping: devices, by: \.version)
        versions = entries.keys.sorted()
    }

    /// The list as text: a heading for each system, and a line for each phone.
    var text: String {
        let lines = versions.flatMap { version in
            ["-- iOS \(version) --"]
                + (entries[version] ?? []).map { "    \($0.name.printable) (\($0.id)) (Booted) " }
        }
        return (["== Devices =="] + lines).joined(separator: "\n")
    }

    /// The list as JSON, grouped by runtime identifier.
    var json: String {
        var runtimes = JSONObject()
        for version in versions {
            let name = version.map { $0 == "." ? "-" : $0 }
            runtimes["com.apple.CoreSimulator.SimRuntime.iOS-\(String(name))"] = .array(
                (entries[version] ?? []).map {
                    [
                        "udid": .string($0.id), "name": .string($0.name), "state": "Booted",
                        "isAvailable": true,
                    ]
                })
        }
        return JSONWriter.text(["devices": .object(runtimes)], style: .indented)
    }
}
