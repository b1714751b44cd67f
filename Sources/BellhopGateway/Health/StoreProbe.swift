// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Checks the storage when a request asks for the gateway's health: at most once a second, and
/// without waiting longer than ``patienceMax`` for a storage that does not respond. Everyone may
/// send such requests, in any number.
actor StoreProbe {
    /// The time for which the result of a check is reused.
    static let lifetime = Duration.seconds(1)
    /// The maximum time of a check. If a check takes longer, the storage counts as failing until
    /// the check has ended.
    static let patienceMax = Duration.seconds(2)

    private let store: any GatewayStore
    private let failures: FailureLog
    private let time: TimeSource
    /// The number of apps with secrets that the master key does not open, at the last check.
    private(set) var lockedAppCount = 0
    /// The certificates of apps, at the last check.
    private(set) var certificates: [CertificateExpiry] = []
    private var last: (uptime: Duration, problem: GatewayStoreError.Code?)?
    /// The uptime at which the running check began; `nil` if no check is running.
    private var began: Duration?
    private var waiting: [AsyncStream<Never>.Continuation] = []

    init(store: any GatewayStore, failures: FailureLog, time: TimeSource) {
        self.store = store
        self.failures = failures
        self.time = time
    }

    /// Returns the problem of the storage; `nil` if the storage works.
    func problem() async -> GatewayStoreError.Code? {
        if began == nil {
            if let last, time.uptime - last.uptime < Self.lifetime { return problem(last.problem) }
            began = time.uptime
            Task { await self.look() }
        }
        let start = began ?? time.uptime
        let end = start + Self.patienceMax
        if time.uptime < end { await wait(until: end) }
        guard let last, last.uptime >= start else {
            failures.storeFailed("the database does not respond", GatewayStoreError.noResponse)
            return .noResponse
        }
        return problem(last.problem)
    }

    /// Returns the result of a check. A storage that recently failed in normal operation counts as
    /// failing even if the check succeeds, because a full disk, for instance, can still be read.
    private func problem(_ seen: GatewayStoreError.Code?) -> GatewayStoreError.Code? {
        seen ?? failures.storeProblem
    }

    private func look() async {
        var problem: GatewayStoreError.Code?
        do {
            try await store.check()
            lockedAppCount = try await store.lockedApps().count
            if let store = store as? SQLStore {
                certificates = try await store.read { db in try await SQLApps.expiries(db) }
            }
            failures.storeResponds()
        } catch {
            failures.storeFailed("the database cannot be read or written", error)
            problem = (error as? GatewayStoreError)?.code ?? .failed
        }
        last = (time.uptime, problem)
        began = nil
        for continuation in waiting { continuation.finish() }
        waiting.removeAll()
    }

    /// Waits until the check has ended or the given time is reached.
    private func wait(until end: Duration) async {
        let (ended, continuation) = AsyncStream.makeStream(of: Never.self)
        waiting.append(continuation)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in ended {} }
            group.addTask { [time] in try? await time.sleep(untilUptime: end) }
            await group.next()
            group.cancelAll()
        }
    }
}
