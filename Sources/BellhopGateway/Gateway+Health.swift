// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import GatewayAPI

extension Gateway {
    /// Whether the gateway does its work.
    public func health() async -> HealthResource {
        let report = worker.report
        let isStoreUsable = await isStoreUsable()
        let workerState: HealthResource.Condition =
            report.isRunning ? .ok : report.condition == .notStarted ? .starting : .failing
        let sending: HealthResource.Condition =
            report.isSendingFailing ? .failing : report.held.isEmpty ? .ok : .held
        return HealthResource(
            store: isStoreUsable ? .ok : .failing, worker: workerState, sending: sending)
    }

    /// Whether starting the process anew is of no use: `false` when the worker has ended or stands
    /// still.
    public var isAlive: Bool { !worker.report.isDead }
}

/// The outcome of the last look at the storage.
struct StoreCheck: Sendable {
    /// How long it is good for.
    static let lifetime = Duration.seconds(1)

    let uptime: Duration
    let isUsable: Bool
}
