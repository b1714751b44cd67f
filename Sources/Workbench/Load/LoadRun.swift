// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
package import APNSWire

/// A load test. It connects, sends requests according to a plan, and reports their durations.
package struct LoadRun: Sendable {
    /// The outcomes so far.
    package let record = LoadRecord()
    /// The control with which the caller ends the run early.
    package let stop = LoadStop()
    package let plan: LoadPlan
    private let route: PushRoute
    private let target: PushTarget
    private let requests: LoadRequests

    /// - Parameters:
    ///   - request: the request to send. Its `apns-id` is not sent, because the server assigns an
    ///     identifier to each notification.
    ///   - tokens: the device tokens, which are used in turn. If the list is empty, the target's
    ///     device token is used.
    /// - Throws: ``WorkFailure`` of kind `usage` if the server belongs to Apple.
    package init(
        _ plan: LoadPlan, of request: PushRequest, to target: PushTarget, by route: PushRoute,
        tokens: [DeviceToken]
    ) throws(WorkFailure) {
        try ApplesServers.refuse(target.endpoint.host)
        self.plan = plan
        self.route = route
        self.target = target
        var model = request
        model.id = nil
        requests = LoadRequests(model: model, tokens: tokens.isEmpty ? [target.token] : tokens)
    }

    /// Sends all requests, unless the run is stopped, and waits for all outcomes.
    ///
    /// - Parameter watching: a function that runs concurrently with the test and is cancelled at
    ///   the end. Its argument is the start time on the clock of `time`.
    /// - Throws: ``WorkFailure`` of kind `unavailable` if no connection can be established.
    package func run(
        time: TimeSource, watching: @escaping @Sendable (Duration) async -> Void = { _ in }
    ) async throws -> LoadReport {
        let connections = ConnectionCounter()
        let client = APNSClient(configuration: configuration, logger: connections.logger)
        do { try await client.connect(plan.connectionCount) } catch {
            await client.shutdown()
            throw WorkFailure(
                .unavailable, "\("\(error)".printable); check that the server is running")
        }
        let session = LoadSession(
            plan: plan, client: client, requests: requests, record: record, stop: stop, time: time)
        let (before, start) = (ProcessorTime.now, time.uptime)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await watching(start) }
            defer { group.cancelAll() }
            try await session.run(from: start)
        }
        let (elapsed, used) = (time.uptime - start, ProcessorTime.now - before)
        await client.shutdown()
        return LoadReport(
            target: target.name, plan: plan, isStopped: stop.isSet, tally: record.tally,
            elapsed: elapsed, processorTime: used, connectionCount: connections.count,
            tokenCount: requests.tokens.count)
    }

    private var configuration: APNSClient.Configuration {
        var configuration = route.configuration(target.endpoint)
        // The client also sends a body that is too large, so that the server itself rejects it.
        configuration.checksPayloadSize = false
        configuration.maxConnections = plan.connectionCount
        configuration.maxWaitingRequests = max(10_000, plan.inFlightCount)
        return configuration
    }
}
