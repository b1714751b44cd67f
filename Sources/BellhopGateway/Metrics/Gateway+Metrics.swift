// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayEngine
import GatewayModel
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Gateway {
    /// Returns the gateway's metrics in the Prometheus text format 0.0.4.
    ///
    /// Values that need a query are read from the database at most once in five seconds.
    public func metricsText() async -> String {
        var text = PrometheusText()
        text.add(.buildInfo, [version], 1)
        let health = await health()
        text.add(.ready, [], health.isReady ? 1 : 0)
        for part in health.parts {
            text.add(
                .partReady, [part.name.rawValue, "\(part.required)"], part.condition == .ok ? 1 : 0)
        }
        metrics.write(to: &text)
        writeSending(to: &text)
        for certificate in await storeProbe.certificates {
            text.add(
                .certificateSeconds, [certificate.bundleID],
                certificate.expiresAt.timeIntervalSince(time.now))
        }
        if health.store == .ok, let queue = await queueFigures() { write(queue, to: &text) }
        if let count = connections.withLock({ $0 })?.connectionCount {
            text.add(.httpConnections, [], count)
        }
        if let count = droppedSpanCount.withLock({ $0 }) { text.add(.droppedSpans, [], count()) }
        let process = ProcessFigures()
        text.add(.cpuSeconds, [], process.cpuSeconds)
        if let bytes = process.residentBytes { text.add(.residentBytes, [], bytes) }
        if let count = process.openDescriptors { text.add(.openDescriptors, [], count) }
        text.add(.startTime, [], startedAt.timeIntervalSince1970)
        return text.text
    }

    /// Adds the number of a server's open connections to the metrics.
    public func observe(_ connections: HTTPConnectionGuard) {
        self.connections.withLock { $0 = connections }
    }

    /// Adds to the metrics the number of finished spans that were not written.
    package func observe(droppedSpanCount: @escaping @Sendable () -> Int) {
        self.droppedSpanCount.withLock { $0 = droppedSpanCount }
    }

    private func writeSending(to text: inout PrometheusText) {
        let report = worker.report
        text.add(.apnsFailing, [], report.isSendingFailing ? 1 : 0)
        for destination in report.held.keys {
            text.add(.credentialHeld, [destination.bundleID, destination.environment.rawValue], 1)
        }
        if let node = campaigns?.node.currentHealth {
            text.add(.unsettled, [], node.unsettledCount)
        }
    }

    private func write(_ queue: QueueFigures, to text: inout PrometheusText) {
        var due = queue.campaignRetries
        due[Lane.transactional.rawValue] = queue.messages
        let now = time.now
        for lane in Lane.allCases {
            let part = due[lane.rawValue] ?? QueueFigures.Due(count: 0, oldest: nil)
            let age = part.oldest.map { max(0, now.timeIntervalSince($0)) } ?? 0
            text.add(.queueDue, [lane.rawValue], part.count)
            text.add(.queueAge, [lane.rawValue], age)
        }
        text.add(.openUnits, [], queue.openUnits)
        for state in CampaignState.allCases where state != .done && state != .cancelled {
            text.add(.campaigns, [state.rawValue], queue.campaigns[state.rawValue] ?? 0)
        }
    }

    private func queueFigures() async -> QueueFigures? {
        let now = time.uptime
        let known = queueLook.withLock { $0 }
        if let known, now - known.uptime < QueueLook.lifetime { return known.figures }
        do {
            let figures = try await store.queue(now: time.now)
            queueLook.withLock { $0 = QueueLook(uptime: now, figures: figures) }
            return figures
        } catch {
            worker.failures.storeFailed("the queue cannot be counted", error)
            return nil
        }
    }
}

/// The result of the last query of the queue.
struct QueueLook: Sendable {
    /// The time for which the result is reused.
    static let lifetime = Duration.seconds(5)

    let uptime: Duration
    let figures: QueueFigures
}
