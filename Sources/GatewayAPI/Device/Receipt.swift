// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What became of a message on the phone, as the app tells it. APNs tells nobody.
public struct Receipt: Hashable, Sendable, Codable {
    /// What happened.
    public enum Event: String, Hashable, Sendable, Codable, CaseIterable {
        /// The service extension or a background handler had it in hands.
        case delivered
        /// The person tapped it.
        case opened
        /// The person chose a button; ``Receipt/action`` says which.
        case action
        /// The person cleared it.
        case dismissed
    }

    /// The message's identifier.
    public var message: String
    public var event: Event
    /// The action's identifier, for ``Event/action``.
    public var action: String?
    /// When it happened, by the phone's clock, which may be wrong.
    public var at: Date

    public init(message: String, event: Event, action: String? = nil, at: Date) {
        self.message = message
        self.event = event
        self.action = action
        self.at = at
    }
}

/// The body of `POST /v1/device/installations/{installation_id}/receipts`. Sending a receipt again
/// changes nothing.
public struct ReceiptBatch: Hashable, Sendable, Codable {
    /// At most ``GatewayLimits/receiptsPerBatchMax``.
    public var receipts: [Receipt]

    public init(receipts: [Receipt]) { self.receipts = receipts }
}
