// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSWire
import BenchSupport
import Foundation
import NIOPosix

/// Bellhop's client, with one event loop for all of its connections.
struct BellhopSender {
    let options: ClientOptions
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let client: APNSClient
    private let failure = FirstFailure()

    init(_ options: ClientOptions) {
        self.options = options
        var configuration = APNSClient.Configuration(
            endpoint: Endpoint(host: "127.0.0.1", port: options.port),
            authentication: .providerToken(ProviderTokenSource(key: options.key)),
            trustRoots: .pem(options.authority))
        configuration.maxConnections = options.connectionCount
        // At a fixed rate, a stall of some seconds must be visible as latency.
        configuration.maxWaitingRequests = max(
            10_000, 2 * options.inFlightCount, Int(saturating: options.rate ?? 0) * 5)
        client = APNSClient(configuration: configuration, eventLoopGroup: group)
    }

    /// One call of `send` for each notification, in as many tasks as requests in flight.
    ///
    /// - Parameter onLoop: whether the tasks run on the client's event loop rather than on Swift's
    ///   own threads.
    func sendEach(_ meter: Meter, onLoop: Bool) async throws {
        let executor = onLoop ? client.taskExecutor : nil
        try await withTaskExecutorPreference(executor) {
            if let rate = options.rate {
                _ = try await paced(options.warmUpCount, rate: rate)
                meter.start()
                let (count, latencies) = try await paced(options.requestCount, rate: rate)
                meter.stop(acceptedCount: count, latencies: latencies)
                return
            }
            _ = try await each(options.warmUpCount)
            meter.start()
            meter.stop(acceptedCount: try await each(options.requestCount))
        }
        try failure.check()
        await client.shutdown()
    }

    private func each(_ count: Int) async throws -> Int {
        let taskCount = min(count, options.inFlightCount)
        return try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<taskCount {
                group.addTask {
                    var acceptedCount = 0
                    for number in stride(from: task, to: count, by: taskCount) {
                        if try await isAccepted(client.send(Message.request(number))) {
                            acceptedCount += 1
                        }
                    }
                    return acceptedCount
                }
            }
            return try await group.reduce(0, +)
        }
    }

    /// Sends a sequence of notifications and reads the sequence of outcomes.
    func sendAll(_ meter: Meter, onLoop: Bool) async throws {
        try await withTaskExecutorPreference(onLoop ? client.taskExecutor : nil) {
            if let rate = options.rate {
                _ = try await allPaced(options.warmUpCount, rate: rate)
                meter.start()
                let latencies = try await allPaced(options.requestCount, rate: rate)
                return meter.stop(acceptedCount: latencies.count, latencies: latencies)
            }
            _ = try await all(options.warmUpCount)
            meter.start()
            meter.stop(acceptedCount: try await all(options.requestCount))
        }
        try failure.check()
        await client.shutdown()
    }

    private func all(_ count: Int) async throws -> Int {
        let pushes = (0..<count).lazy.map {
            IdentifiedPush(id: $0, request: Message.request($0))
        }
        var acceptedCount = 0
        let results = client.send(contentsOf: pushes, inFlightMax: options.inFlightCount)
        for try await result in results where isAccepted(try result.result.get()) {
            acceptedCount += 1
        }
        return acceptedCount
    }

    /// The same at a fixed rate, like ``paced(_:rate:)``.
    private func allPaced(_ count: Int, rate: Double) async throws -> LatencyHistogram {
        var latencies = LatencyHistogram()
        let results = client.send(
            contentsOf: PacedPushes(count: count, rate: rate), inFlightMax: options.inFlightCount)
        for try await result in results where isAccepted(try result.result.get()) {
            latencies.record(ContinuousClock.now - result.id)
        }
        return latencies
    }

    /// Sends at a fixed rate: latency counts from the time at which a request was due.
    private func paced(_ count: Int, rate: Double) async throws -> (Int, LatencyHistogram) {
        let start = ContinuousClock.now
        let latencies = LatencyRecord()
        try await withThrowingDiscardingTaskGroup { group in
            var number = 0
            while number < count {
                let seconds = (ContinuousClock.now - start) / .seconds(1)
                let due = min(count, Int(saturating: seconds * rate))
                for number in number..<max(number, due) {
                    let intended = start + Duration(saturatingSeconds: Double(number) / rate)
                    group.addTask {
                        guard isAccepted(try await client.send(Message.request(number))) else {
                            return
                        }
                        latencies.record(ContinuousClock.now - intended)
                    }
                }
                number = max(number, due)
                if number < count { try await TimeSource.system.sleep(for: .milliseconds(1)) }
            }
        }
        let histogram = latencies.histogram
        return (histogram.count, histogram)
    }

    private func isAccepted(_ outcome: PushOutcome) -> Bool {
        if case .accepted(let acceptance) = outcome, acceptance.apnsID != nil { return true }
        failure.note("\(outcome)")
        return false
    }
}
