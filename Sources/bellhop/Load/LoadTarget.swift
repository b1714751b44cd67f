// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import Workbench

/// The options for the destination of load tests: the running simulator, or another server that
/// does not belong to Apple.
struct LoadTargetOptions: ParsableArguments {
    /// The maximum size of a file with device tokens, in bytes.
    static let tokenFileByteCountMax = 256 << 20

    @Option(
        help: """
            The host of a server to use instead of the running simulator; Apple's servers are \
            refused.
            """)
    var host: String?

    @Option(help: "The server's port. Default: 443.")
    var port: Int?

    @Option(
        name: .customLong("ca"),
        help: ArgumentHelp(
            "A PEM file with the certificate authorities to trust instead of the "
                + "system's.", valueName: "file"),
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

    /// Returns the device tokens in the file; empty if no file was named.
    func tokens() throws -> [DeviceToken] {
        guard let tokensPath else { return [] }
        let bytes = try InputFile.read(
            tokensPath, byteCountMax: Self.tokenFileByteCountMax, what: "a list of device tokens")
        return try DeviceTokenList.read(bytes, name: InputFile.name(tokensPath))
    }
}
