// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import ControlAPI
import Diagnostics
import PushLint
import Workbench

/// `bellhop simctl push DEVICE [BUNDLE] FILE`: works like `xcrun simctl push`, for a virtual phone.
struct SimctlPush: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Deliver a payload to a phone as `xcrun simctl push` does.",
        usage: "bellhop simctl push <device> [<bundle identifier>] (<json file> | -)",
        discussion: """
              bellhop simctl push booted com.example.app hello.apns
              bellhop simctl push booted com.example.app - <hello.apns

            With "Simulator Target Bundle" in the file:
              bellhop simctl push booted hello.apns

            The push goes directly to the phone, without APNs, a token or the service extension \
            (REG-15), and the payload must show something. The file is a JSON object with the key \
            aps and has at most 4096 bytes. `booted` selects the only phone of the simulator.

            To send through APNs, with headers: bellhop push
            """)

    @Argument(
        help: ArgumentHelp(
            "The phone: its identifier, its name, or booted if there is only one.",
            valueName: "device"))
    var device: String

    @Argument(
        help: ArgumentHelp(
            "The bundle identifier, unless the file names the app, and the file; - reads "
                + "standard input.",
            valueName: "bundle identifier> <file"))
    var rest: [String] = []

    @OptionGroup var state: StateOptions

    func validate() throws {
        guard (1...2).contains(rest.count) else {
            throw ValidationError(
                rest.isEmpty
                    ? "the payload is missing; name a file, or give - for standard input"
                    : "there are too many arguments; give only the device, the bundle identifier "
                        + "and file")
        }
    }

    func run() async throws {
        try await reportingFailures {
            let path = rest[rest.count - 1]
            let file = try SimctlFile.read(path)
            let bundleID = try rest.count == 2 ? rest[0] : file.namedApp(path, device: device)
            let client = ControlClient(url: try state.directory.simulatorAddress().control)
            let command = DeviceCommand.app(.push(file.payload), bundleID: bundleID)
            _ = try await callingSimulator { try await client.perform(command, on: device) }
            Console.out("Notification sent to '\(bundleID)'")
        }
    }
}

/// A payload file, read under the rules of `simctl push`.
struct SimctlFile {
    /// The maximum size of the file in bytes. Source: the help of `simctl push`.
    static let byteCountMax = 4096

    /// The payload without the key that names the app.
    let payload: JSONObject
    private let targetBundleID: String?
    /// Lint's finding about the key that names the app; `nil` if there is none.
    private let targetProblem: Diagnostic?

    private static let linter = PayloadLinter(
        rules: LintRule.table.filter { $0.about.id == "bad-simulator-target-bundle" })

    /// Returns the app that the file names.
    ///
    /// - Throws: ``CommandFailure`` with status 65 and lint's message if the name is invalid, or
    ///   with status 64 if the file names no app.
    func namedApp(_ path: String, device: String) throws -> String {
        if let targetProblem {
            let name = path == "-" ? "standard input" : path.printable
            let location = targetProblem.location.position.map { ":\($0.line):\($0.column)" } ?? ""
            throw CommandFailure(
                .badInput,
                "\(name)\(location): \(targetProblem.message.printable); "
                    + "\(targetProblem.remedy.printable)")
        }
        guard let targetBundleID else {
            throw CommandFailure(
                .usage,
                "the app's bundle identifier is missing; write: bellhop simctl push "
                    + "\(device.printable) com.example.app FILE, or write "
                    + "\"\(APNSFile.targetBundleKey)\": \"com.example.app\" next to aps in the "
                    + "file")
        }
        return targetBundleID
    }

    /// - Throws: ``CommandFailure`` with status 66 if the file cannot be read, 65 if `simctl` would
    ///   reject it.
    static func read(_ path: String) throws -> SimctlFile {
        let bytes = try InputFile.read(
            path, byteCountMax: APNSFile.byteCountMax, what: "a payload file")
        do throws(SimctlFileError) { return try SimctlFile(reading: bytes) } catch {
            let name = path == "-" ? "standard input" : path
            let location = error.position.map { ":\($0.line):\($0.column)" } ?? ""
            throw CommandFailure(.badInput, "\(name)\(location): \(error.message)")
        }
    }

    init(reading bytes: [UInt8]) throws(SimctlFileError) {
        guard bytes.count <= Self.byteCountMax else {
            throw SimctlFileError(
                "the payload has \(bytes.count) bytes; the limit is \(Self.byteCountMax)")
        }
        guard FrontMatter(reading: bytes).bodyOffset == 0 else {
            throw SimctlFileError(
                "simctl supports no headers above the JSON; remove them, or use bellhop push",
                SourcePosition(line: 1, column: 1))
        }
        let node: JSONNode
        do { node = try JSONReader.read(bytes) } catch {
            throw SimctlFileError("\(error.problem); \(error.remedy)", error.position)
        }
        guard var payload = node.value.objectValue else {
            throw SimctlFileError(
                "the payload is \(node.value.typeName), not an object; write "
                    + "{\"aps\": {…}}", SourcePosition(line: 1, column: 1))
        }
        guard payload["aps"]?.objectValue != nil else {
            throw SimctlFileError("there is no object under the key aps; add \"aps\": {…}")
        }
        let target = payload[APNSFile.targetBundleKey]
        payload[APNSFile.targetBundleKey] = nil
        self.payload = payload
        targetBundleID = target?.stringValue
        targetProblem = Self.linter.lint(SourceText(name: "payload", bytes: bytes)).first {
            $0.rule == "bad-simulator-target-bundle"
        }
    }
}

/// The reason why `simctl push` rejects a file.
struct SimctlFileError: Error {
    let message: String
    let position: SourcePosition?

    init(_ message: String, _ position: SourcePosition? = nil) {
        self.message = message
        self.position = position
    }
}
