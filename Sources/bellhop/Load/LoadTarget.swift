// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import Workbench

/// The options for the destination of load tests: the running simulator, or another server that is
/// not Apple's.
struct LoadTargetOptions: ParsableArguments {
    /// The maximum size of a file with device tokens, in bytes.
    static let tokenFileByteCountMax = 256 << 20

    @Option(help: "A server other than the running simulator; never one of Apple's.")
    var host: String?

    @Option(help: "The server's port. Default: 443.")
    var port: Int?

    @Option(
        name: .customLong("ca"),
        help: ArgumentHelp(
            "Trust the authorities in this PEM file instead of the system's.", valueName: "file"),
        completion: .file())
    var authorityPath: String?

    @Option(
        help: "The simulator's environment: sandbox or production.",
        completion: .list(["sandbox", "production"]))
    var environment: String?

    @Option(
        help: "A phone of the simulator, by identifier or name, or a device token in hex.")
    var device: String?

    @Option(
        name: .customLong("tokens"),
        help: ArgumentHelp(
            "A file with device tokens in hex, one per line, used in turn.", valueName: "file"),
        completion: .file())
    var tokensPath: String?

    func validate() throws {
        guard (1...65535).contains(port ?? 443) else {
            throw ValidationError("--port takes 1 to 65535")
        }
        if port != nil, host == nil { throw ValidationError("--port needs --host") }
    }

    var destination: Destination {
        Destination(
            to: nil, host: host, port: port, authorityPath: authorityPath, environment: environment)
    }

    /// Returns the tokens of the file; empty if no file was named.
    func tokens() throws -> [DeviceToken] {
        guard let tokensPath else { return [] }
        let bytes = try InputFile.read(
            tokensPath, byteCountMax: Self.tokenFileByteCountMax, what: "a list of device tokens")
        return try DeviceTokenList.read(bytes, name: InputFile.name(tokensPath))
    }
}
