// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import GatewayAPI

/// A server inside the app, for tests, previews and examples: it remembers what it is told and
/// hands out what it is given.
public actor InMemoryBackend: DeviceBackend {
    /// The newest registration of each installation.
    public private(set) var registrations: [Installation: DeviceRegistration] = [:]
    /// Every token that was registered and has not ended, by its name.
    public private(set) var tokens: [Installation: [TokenName: DeviceToken]] = [:]
    public private(set) var receipts: [Receipt] = []
    /// How many calls were made, also those that failed.
    public private(set) var callCount = 0
    private var sent: [DeviceMessage] = []
    private var failure: (any Error)?

    public init() {}

    /// From now on every call fails with this; `nil` ends that.
    public func fail(with error: (any Error)?) { failure = error }

    /// Puts a message where the app finds it when it asks.
    public func add(_ message: DeviceMessage) { sent.append(message) }

    public func register(
        _ registration: DeviceRegistration, as installation: Installation
    ) throws {
        try begin()
        registrations[installation] = registration
        for token in registration.tokens {
            tokens[installation, default: [:]][token.name] = token.token
        }
        for name in registration.ended { tokens[installation]?[name] = nil }
    }

    public func unregister(_ installation: Installation) throws {
        try begin()
        registrations[installation] = nil
        tokens[installation] = nil
    }

    /// The cursor is the count of messages so far.
    public func messages(
        after cursor: String?, for installation: Installation
    ) throws -> DeviceMessagePage {
        try begin()
        let first = min(cursor.flatMap { Int($0) } ?? 0, sent.count)
        let page = sent[first...].prefix(GatewayLimits.pageEntriesDefault)
        return DeviceMessagePage(
            messages: Array(page), cursor: String(page.endIndex),
            hasMore: page.endIndex < sent.endIndex)
    }

    public func send(_ receipts: [Receipt], from installation: Installation) throws {
        try begin()
        for receipt in receipts where !self.receipts.contains(receipt) {
            self.receipts.append(receipt)
        }
    }

    private func begin() throws {
        callCount += 1
        if let failure { throw failure }
    }
}
