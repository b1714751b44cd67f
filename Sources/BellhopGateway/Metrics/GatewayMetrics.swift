// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel
import SQLCore
import Synchronization

/// The values that the gateway counts while it runs. `GET /metrics` adds values that are read on
/// request.
final class GatewayMetrics: Sendable {
    /// The maximum number of campaigns whose app is cached.
    static let campaignNamesMax = 1_000

    private struct State {
        var batches: [ObjectIdentifier: SendingBatch] = [:]
        var transactions: [String: Int] = [:]
        var campaignApps: [Campaign.Number: String] = [:]
    }

    let registry = MetricsRegistry()
    private let time: TimeSource
    private let state = Mutex(State())

    init(time: TimeSource) { self.time = time }

    // MARK: Requests to APNs

    func batchBegan(
        lane: Lane, _ environment: APNSEnvironment, _ transport: PushTransport = .apns, count: Int
    ) -> SendingBatch {
        let name = transport == .apns ? environment.rawValue : transport.rawValue
        let batch = SendingBatch(lane: lane, environment: name, count: count, time: time)
        state.withLock { $0.batches[ObjectIdentifier(batch)] = batch }
        return batch
    }

    /// Whether there are requests to APNs without an outcome.
    var isSending: Bool { state.withLock { !$0.batches.isEmpty } }

    func batchEnded(_ batch: SendingBatch, app: String) {
        state.withLock { $0.batches[ObjectIdentifier(batch)] = nil }
        let tally = batch.tally
        let (environment, lane) = (batch.environment, batch.lane.rawValue)
        registry.add(
            tally.accepted, to: .apnsResponses, [app, environment, lane, "accepted", ""])
        for (kind, count) in tally.counts {
            registry.add(
                count, to: .apnsResponses,
                [app, environment, lane, kind.outcome, MetricReason.label(kind.reason)])
        }
        if tally.durations.count > 0 {
            registry.observe(tally.durations, in: .apnsSeconds, [lane])
        }
    }

    // MARK: Outcomes

    /// Counts a decision about a delivery, after it has been stored.
    func recorded(_ decision: DeliveryDecision, app: String) {
        switch decision.step {
        case .finish(let state, let reason, _):
            registry.add(
                to: .deliveries, [app, state.rawValue, MetricReason.label(reason ?? "")])
        case .retry(_, let reason, _):
            registry.add(to: .retries, [app, MetricReason.label(reason)])
        }
    }

    func campaignOutcome(_ code: OutcomeCode, _ count: Int, app: String) {
        registry.add(
            count, to: .campaignOutcomes, [app, code.kind.name, MetricReason.label(code.reason)])
    }

    func appName(of campaign: Campaign.Number) -> String? {
        state.withLock { $0.campaignApps[campaign] }
    }

    func learn(_ name: String, of campaign: Campaign.Number) {
        state.withLock { state in
            if state.campaignApps.count >= Self.campaignNamesMax { state.campaignApps.removeAll() }
            state.campaignApps[campaign] = name
        }
    }

    /// Counts a request with events to a webhook.
    ///
    /// - Parameter outcome: `delivered`, `failed`, or `disabled` if it was the last attempt.
    func webhookRequest(_ outcome: String) { registry.add(to: .webhookRequests, [outcome]) }

    // MARK: Transactions

    /// Counts a transaction that begins.
    ///
    /// - Returns: the uptime at which the transaction began.
    func transactionBegan(_ kind: String) -> Duration {
        state.withLock { $0.transactions[kind, default: 0] += 1 }
        return time.uptime
    }

    func transactionEnded(_ kind: String, _ start: Duration, error: (any Error)?) {
        state.withLock { $0.transactions[kind, default: 1] -= 1 }
        registry.observe(time.uptime - start, in: .transactionSeconds, [kind])
        guard let error = error as? SQLError else { return }
        registry.add(to: .databaseErrors, [kind, error.kind.rawValue])
    }

    // MARK: Requests of clients

    /// Counts a request and measures its time.
    func request<Value>(
        _ route: String, _ method: String, status: (Result<Value, any Error>) -> Int,
        _ body: () async throws -> Value
    ) async throws -> Value {
        let start = time.uptime
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        registry.add(to: .httpRequests, [route, method, "\(status(result))"])
        registry.observe(time.uptime - start, in: .httpSeconds, [route])
        return try result.get()
    }

    /// Counts a response to a sender at the APNs endpoint.
    func sender(
        _ environment: APNSEnvironment, _ result: Result<APNSID, SenderRefusal>,
        since start: Duration
    ) {
        var (status, reason) = (200, "")
        if case .failure(let refusal) = result {
            (status, reason) = (refusal.status, MetricReason.label(refusal.reason.rawValue))
        }
        registry.add(to: .senderResponses, [environment.rawValue, "\(status)", reason])
        registry.observe(time.uptime - start, in: .senderSeconds, [environment.rawValue])
    }

    // MARK: Text

    /// Writes the counted values, and the numbers of requests and transactions that are running.
    func write(to text: inout PrometheusText) {
        registry.write(to: &text)
        let (batches, transactions) = state.withLock { (Array($0.batches.values), $0.transactions) }
        var open: [Lane: Int] = [:]
        for batch in batches { open[batch.lane, default: 0] += batch.tally.open }
        for lane in Lane.allCases { text.add(.inFlight, [lane.rawValue], open[lane, default: 0]) }
        for (kind, count) in transactions { text.add(.transactions, [kind], count) }
    }
}
