// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import GatewayAPI

/// A server that accepts each registration only when the test lets it through.
actor HeldBackend: DeviceBackend {
    let inner = InMemoryBackend()
    /// The registrations that have arrived, oldest first.
    private(set) var arrived: [DeviceRegistration] = []
    private var held: [CheckedContinuation<Void, Never>] = []
    private var watchers: [(Int, CheckedContinuation<Void, Never>)] = []

    func register(_ registration: DeviceRegistration, as installation: Installation) async throws {
        arrived.append(registration)
        for watcher in watchers where watcher.0 <= arrived.count { watcher.1.resume() }
        watchers.removeAll { $0.0 <= arrived.count }
        await withCheckedContinuation { held.append($0) }
        try await inner.register(registration, as: installation)
    }

    /// Waits until this many registrations have arrived.
    func arrivals(_ count: Int) async {
        guard arrived.count < count else { return }
        await withCheckedContinuation { watchers.append((count, $0)) }
    }

    /// Lets through the oldest registration that is held.
    func letThrough() {
        if !held.isEmpty { held.removeFirst().resume() }
    }

    func unregister(_ installation: Installation) async throws {
        try await inner.unregister(installation)
    }

    func messages(
        after cursor: String?, for installation: Installation
    ) async throws -> DeviceMessagePage {
        try await inner.messages(after: cursor, for: installation)
    }

    func send(_ receipts: [Receipt], from installation: Installation) async throws {
        try await inner.send(receipts, from: installation)
    }
}
