// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import Foundation

/// An error of the command line.
struct OptionFault: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// The client, the server and the amount.
struct ClientOptions: Sendable {
    enum Client: String, CaseIterable, Sendable {
        /// Prints the data with which other programs send the same notification.
        case facts
        /// `APNSClient.send(contentsOf:)`, its consumer on Swift's own threads.
        case bulk
        /// The same with the consumer on the client's event loop.
        case bulkLoop = "bulk-loop"
        /// `APNSClient.send` in many tasks on Swift's own threads.
        case `await`
        /// The same with the tasks on the client's event loop.
        case awaitLoop = "await-loop"
        /// swift-nio-http2 with a channel for each request.
        case multiplexer
        case asyncHTTPClient = "async-http-client"

        var isBellhop: Bool {
            switch self {
            case .bulk, .bulkLoop, .await, .awaitLoop: true
            case .facts, .multiplexer, .asyncHTTPClient: false
            }
        }
    }

    let client: Client
    let port: Int
    /// The PEM text of the certificate authority.
    let authority: String
    let key: ProviderKey
    let requestCount: Int
    /// The requests before the measurement.
    let warmUpCount: Int
    let connectionCount: Int
    /// The concurrent requests on all connections together.
    let inFlightCount: Int
    /// The requests for each second, sent at a fixed rate; `nil` for the greatest possible rate.
    let rate: Double?

    init(_ arguments: [String]) throws {
        guard let name = arguments.first, let client = Client(rawValue: name) else {
            throw OptionFault(
                "the first argument must be one of "
                    + Client.allCases.map(\.rawValue).joined(separator: ", "))
        }
        var values: [String: String] = [:]
        var index = 1
        while index + 1 < arguments.count, arguments[index].hasPrefix("--") {
            values[String(arguments[index].dropFirst(2))] = arguments[index + 1]
            index += 2
        }
        guard index == arguments.count else { throw OptionFault("write options as --name value") }
        func number(_ name: String, _ usual: Int) throws -> Int {
            guard let text = values.removeValue(forKey: name) else { return usual }
            guard let value = Int(text), value >= 0 else {
                throw OptionFault("--\(name) requires a number")
            }
            return value
        }
        func file(_ name: String) throws -> String {
            guard let path = values.removeValue(forKey: name) else { return "" }
            return try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
        }
        self.client = client
        port = try number("port", 9443)
        requestCount = try number("requests", 200_000)
        warmUpCount = try number("warm-up", 20_000)
        connectionCount = max(1, try number("connections", 1))
        inFlightCount = max(1, try number("in-flight", 500))
        let rate = try number("rate", 0)
        self.rate = rate > 0 ? Double(rate) : nil
        authority = try file("ca")
        let p8 = try file("key")
        key =
            p8.isEmpty
            ? try ProviderKey.generate(keyID: "BENCHMARK1", teamID: "BELLHOPDEV")
            : try ProviderKey(p8: p8, keyID: "BENCHMARK1", teamID: "BELLHOPDEV")
        if let unknown = values.keys.sorted().first {
            throw OptionFault("there is no option --\(unknown)")
        }
    }
}
