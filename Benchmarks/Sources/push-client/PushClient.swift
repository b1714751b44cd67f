// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import BenchSupport
import CoreMetrics

/// Sends with one of several clients to a server on this machine, and prints the measurement as one
/// line of JSON.
@main
enum PushClient {
    static func main() { SynchronousMain.run("push-client", run) }

    @Sendable private static func run() async throws {
        let options = try ClientOptions(Array(CommandLine.arguments.dropFirst()))
        if options.client == .facts { return try printFacts(options) }
        let metrics = BenchMetrics()
        MetricsSystem.bootstrap(metrics)
        let meter = Meter(options)
        switch options.client {
        case .facts: break
        case .bulk: try await BellhopSender(options).sendAll(meter, onLoop: false)
        case .bulkLoop: try await BellhopSender(options).sendAll(meter, onLoop: true)
        case .await: try await BellhopSender(options).sendEach(meter, onLoop: false)
        case .awaitLoop: try await BellhopSender(options).sendEach(meter, onLoop: true)
        case .multiplexer: try await MultiplexerSender.run(options, meter)
        case .asyncHTTPClient: try await AsyncHTTPClientSender.run(options, meter)
        }
        try meter.report()
        guard !options.client.isBellhop || metrics.timedCount("apns_client_duration") > 0 else {
            throw OptionFault("the metrics system was not used")
        }
    }

    /// Prints the data with which another program sends the same: path, authorization and body, a
    /// line each.
    private static func printFacts(_ options: ClientOptions) throws {
        let request = Message.request(0)
        Output.line(request.path)
        let token = try ProviderToken(signedBy: options.key, issuedAt: TimeSource.system.now)
        Output.line(token.authorizationValue)
        Output.line(String(decoding: request.body, as: UTF8.self))
        guard request.body.count == Message.byteCount else {
            throw OptionFault(
                "the payload has \(request.body.count) bytes and not \(Message.byteCount)")
        }
    }
}
