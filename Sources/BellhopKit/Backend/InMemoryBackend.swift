// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import Foundation
public import GatewayAPI

/// A server inside the app, for tests, previews and examples: it stores what it receives and
/// returns the messages that were added to it.
///
/// It checks secrets as the gateway does: the first registration of an installation sets its
/// secret, and calls with a different secret are refused.
public actor InMemoryBackend: DeviceBackend {
    /// The latest registration of each installation.
    public private(set) var registrations: [Installation: DeviceRegistration] = [:]
    /// The registered tokens that are still in use, by name.
    public private(set) var tokens: [Installation: [TokenName: DeviceToken]] = [:]
    /// All receipts in the order of arrival, without duplicates.
    public private(set) var receipts: [Receipt] = []
    /// The decisions about topics of each installation.
    public private(set) var topics: [Installation: [String: TopicDecision]] = [:]
    /// The number of calls, including those that failed.
    public private(set) var callCount = 0
    private var sent: [DeviceMessage] = []
    private var failure: (any Error)?

    public init() {}

    /// Makes every call fail with this error from now on; with `nil`, calls succeed again.
    public func fail(with error: (any Error)?) { failure = error }

    /// Adds a message that every installation can fetch.
    public func add(_ message: DeviceMessage) { sent.append(message) }

    public func register(
        _ registration: DeviceRegistration, as installation: Installation
    ) throws {
        try begin()
        let isKnown = registrations.keys.contains { $0.id == installation.id }
        if isKnown { try check(installation) }
        registrations[installation] = registration
        for name in registration.ended { tokens[installation]?[name] = nil }
        for token in registration.tokens {
            // The token belongs to this installation now, even if another installation registered
            // it before.
            for other in tokens.keys {
                let names = tokens[other, default: [:]].filter { $0.value == token.token }.keys
                for name in names { tokens[other]?[name] = nil }
            }
            tokens[installation, default: [:]][token.name] = token.token
        }
    }

    public func unregister(_ installation: Installation) throws {
        try begin()
        guard registrations.keys.contains(where: { $0.id == installation.id }) else { return }
        try check(installation)
        registrations[installation] = nil
        tokens[installation] = nil
        topics[installation] = nil
    }

    /// Returns a page of messages. The cursor is the number of messages up to the end of the page.
    public func messages(
        after cursor: String?, for installation: Installation
    ) throws -> DeviceMessagePage {
        try begin()
        try check(installation)
        let first = min(max(cursor.flatMap { Int($0) } ?? 0, 0), sent.count)
        let page = sent[first...].prefix(GatewayLimits.pageEntriesDefault)
        return DeviceMessagePage(
            messages: Array(page), cursor: String(page.endIndex),
            hasMore: page.endIndex < sent.endIndex)
    }

    public func send(_ receipts: [Receipt], from installation: Installation) throws {
        try begin()
        try check(installation)
        guard receipts.count <= GatewayLimits.receiptsPerBatchMax else {
            throw BackendError(.refused(status: 422), "the call has too many receipts")
        }
        for receipt in receipts {
            let isKnown = self.receipts.contains {
                ($0.message, $0.event, $0.action)
                    == (receipt.message, receipt.event, receipt.action)
            }
            if !isKnown { self.receipts.append(receipt) }
        }
    }

    // Declared as async, because a caller in an async context would otherwise get the protocol's
    // default implementation.
    public func topics(of installation: Installation) async throws -> [TopicState] {
        try begin()
        try check(installation)
        return topics[installation, default: [:]].sorted { $0.key < $1.key }.map {
            TopicState(
                topic: $0.key, subscribed: $0.value.subscribed,
                changedAt: Date(timeIntervalSince1970: 0))
        }
    }

    /// Stores a decision. This server accepts any name as a topic.
    public func decide(
        _ decision: TopicDecision, topic: String, for installation: Installation
    ) async throws {
        try begin()
        try check(installation)
        topics[installation, default: [:]][topic] = decision
    }

    private func begin() throws {
        callCount += 1
        if let failure { throw failure }
    }

    private func check(_ installation: Installation) throws {
        guard registrations[installation] == nil else { return }
        let isKnown = registrations.keys.contains { $0.id == installation.id }
        throw isKnown
            ? BackendError(.refused(status: 403), "the installation's secret is wrong")
            : BackendError(
                .refused(status: 404), "the installation is unknown. Register it first.")
    }
}
