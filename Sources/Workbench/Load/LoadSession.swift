// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import Logging
import Synchronization

/// Sends requests according to a plan and records their outcomes.
struct LoadSession {
    let plan: LoadPlan
    let client: APNSClient
    let requests: LoadRequests
    let record: LoadRecord
    let stop: LoadStop
    let time: TimeSource

    /// Sends all requests, unless the run is stopped, and waits for all outcomes.
    func run(from start: Duration) async throws {
        if plan.rate == nil {
            try await sendAsResponsesArrive(start)
        } else {
            try await sendAtFixedRate(start)
        }
    }

    private func sendAsResponsesArrive(_ start: Duration) async throws {
        let pushes = LoadSequence(
            plan: plan, requests: requests, start: start, stop: stop, time: time)
        let results = client.send(contentsOf: pushes, inFlightMax: plan.inFlightCount)
        for try await result in results {
            record.add(try result.result.get(), latency: time.uptime - result.id)
        }
    }

    /// Sends requests at a fixed rate. There is one task for each concurrent request. Each task
    /// takes the next request, waits until the request is due, and sends it. If all tasks are busy,
    /// due requests wait, and the waiting time is part of their latency.
    private func sendAtFixedRate(_ start: Duration) async throws {
        let counter = LoadCounter()
        let taskCount = min(plan.inFlightCount, plan.requestCount ?? .max)
        try await withThrowingDiscardingTaskGroup { group in
            for _ in 0..<taskCount {
                group.addTask {
                    while !stop.isSet {
                        let number = counter.next()
                        guard let offset = plan.intendedStart(of: number) else { return }
                        let wait = start + offset - time.uptime
                        if wait > .zero, await !stop.wait(wait, time) { return }
                        let outcome = try await client.send(requests[number])
                        record.add(outcome, latency: time.uptime - (start + offset))
                    }
                }
            }
        }
    }
}

/// Makes the requests of a run, which use the device tokens in turn.
struct LoadRequests: Sendable {
    let model: PushRequest
    /// The device tokens. There is at least one.
    let tokens: [DeviceToken]

    subscript(number: Int) -> PushRequest {
        var request = model
        request.deviceToken = tokens[number % tokens.count]
        return request
    }
}

/// The sequence of requests in the form that the client accepts. With each outcome, the client
/// returns an identifier, which is the time at which the client took the request from the sequence.
private struct LoadSequence: Sequence, IteratorProtocol {
    let plan: LoadPlan
    let requests: LoadRequests
    let start: Duration
    let stop: LoadStop
    let time: TimeSource
    var number = 0

    mutating func next() -> IdentifiedPush<Duration>? {
        let now = time.uptime
        guard !stop.isSet, plan.sends(number, after: now - start) else { return nil }
        defer { number += 1 }
        return IdentifiedPush(id: now, request: requests[number])
    }
}

/// A counter that many tasks share. Each number is used only once.
private final class LoadCounter: Sendable {
    private let state = Mutex(0)

    func next() -> Int {
        state.withLock { number in
            defer { number += 1 }
            return number
        }
    }
}

/// A tally to which many tasks add outcomes.
package final class LoadRecord: Sendable {
    private let state = Mutex(LoadTally())

    package init() {}

    package var tally: LoadTally { state.withLock { $0 } }

    func add(_ outcome: PushOutcome, latency: Duration) {
        state.withLock { $0.add(outcome, latency: latency) }
    }
}

/// Counts the connections of a client by means of the client's log messages.
final class ConnectionCounter: LogHandler, Sendable {
    private let state = Mutex(0)

    var count: Int { state.withLock { $0 } }

    var logger: Logger { Logger(label: "load", factory: { _ in self }) }

    var logLevel: Logger.Level {
        get { .debug }
        set {}
    }

    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }

    subscript(metadataKey _: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) {
        if event.message == "connection ready" { state.withLock { $0 += 1 } }
    }
}
