// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser

/// Where load goes: the running simulator, or another server that is not Apple's.
struct LoadTargetOptions: ParsableArguments {
    /// The most device tokens of a file.
    static let tokenCountMax = 1_000_000

    @Option(help: "A server other than the running simulator; never one of Apple's.")
    var host: String?

    @Option(help: "Its port. Default 443.")
    var port: Int?

    @Option(
        name: .customLong("ca"),
        help: ArgumentHelp(
            "Trust the authorities in this PEM file rather than the system's.", valueName: "file"))
    var authorityPath: String?

    @Option(help: "Which door of the simulator: sandbox or production.")
    var environment: String?

    @Option(
        help: "The phone of the simulator, by identifier or name; or a device token in hex.")
    var device: String?

    @Option(
        name: .customLong("tokens"),
        help: ArgumentHelp(
            "Device tokens in hex, one on each line, taken in turn.", valueName: "file"))
    var tokensPath: String?

    func validate() throws {
        guard (1...65535).contains(port ?? 443) else {
            throw ValidationError("--port takes 1 to 65535")
        }
        if port != nil, host == nil { throw ValidationError("--port needs --host") }
    }

    /// As `push` takes them.
    var destination: DestinationOptions {
        var options = DestinationOptions()
        options.to = nil
        options.host = host
        options.port = port
        options.authorityPath = authorityPath
        options.environment = environment
        options.device = device
        return options
    }

    /// The tokens of the file; empty when none was named.
    func tokens() throws -> [DeviceToken] {
        guard let tokensPath else { return [] }
        let bytes = try InputFile.read(
            tokensPath, byteCountMax: 256 << 20, what: "a list of device tokens")
        var tokens: [DeviceToken] = []
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
        for (index, line) in lines.enumerated() {
            let start = line.drop(while: isBlank)
            let end = start.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start.startIndex
            let text = String(decoding: start[..<end], as: UTF8.self)
            guard !text.isEmpty else { continue }
            do { tokens.append(try DeviceToken(hex: text)) } catch {
                throw CommandFailure(.badInput, "\(tokensPath):\(index + 1): \(error)")
            }
            guard tokens.count <= Self.tokenCountMax else {
                throw CommandFailure(
                    .badInput,
                    "\(tokensPath): more than \(Self.tokenCountMax) device tokens; take fewer, "
                        + "they are used in turn")
            }
        }
        guard !tokens.isEmpty else {
            throw CommandFailure(
                .badInput, "\(tokensPath): no device token in this file; write one on each line")
        }
        return tokens
    }
}

/// Apple's own servers, which are for notifications and not for load.
enum ApplesServers {
    private static let names = ["apple.com", "apple.com.akadns.net", "push-apple.com.akadns.net"]
    /// What addresses begin with that are Apple's alone. Source: "Use Apple products on enterprise
    /// networks".
    private static let addresses = ["17.", "2620:149:", "2403:300:", "2a01:b740:"]

    static func includes(_ host: String) -> Bool {
        var host = host.lowercased()
        while host.hasSuffix(".") { host.removeLast() }
        if names.contains(where: { host == $0 || host.hasSuffix("." + $0) }) { return true }
        let plain = host.hasPrefix("::ffff:") ? String(host.dropFirst(7)) : host
        let isAddress = plain.allSatisfy { $0.isHexDigit || $0 == "." || $0 == ":" }
        return isAddress && addresses.contains { plain.hasPrefix($0) }
    }
}
