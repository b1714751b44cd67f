// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The response (202) to `POST /v1/device/installations/{installation_id}/receipts`.
public struct ReceiptResponse: Hashable, Sendable, Codable {
    /// The number of the request's receipts that the gateway now stores, including receipts that it
    /// had stored before.
    public var accepted: Int
    /// The number of receipts that the gateway ignored: receipts for unknown messages, for messages
    /// of other installations, or beyond ``GatewayLimits/receiptsPerMessageMax``. Sending them
    /// again has no effect.
    public var ignored: Int
    /// The number of receipts that the gateway intentionally did not store, because of the app's
    /// setting ``AppSettings/receiptPercent``; `nil` if none. Sending them again has no effect.
    public var sampled: Int?

    public init(accepted: Int, ignored: Int, sampled: Int? = nil) {
        self.accepted = accepted
        self.ignored = ignored
        self.sampled = sampled
    }
}

/// A receipt as the gateway returns it.
public struct ReceiptResource: Hashable, Sendable, Codable {
    /// The installation that sent the receipt.
    public var installation: String
    public var event: Receipt.Event
    /// The action's identifier, for the event `action`.
    public var action: String?
    /// The time of the event by the phone's clock.
    public var at: Date
    /// The time at which the gateway received the receipt, by the gateway's clock.
    public var receivedAt: Date

    public init(
        installation: String, event: Receipt.Event, action: String?, at: Date, receivedAt: Date
    ) {
        self.installation = installation
        self.event = event
        self.action = action
        self.at = at
        self.receivedAt = receivedAt
    }

    enum CodingKeys: String, CodingKey {
        case installation, event, action, at
        case receivedAt = "received_at"
    }
}

/// The response to `GET /v1/messages/{id}/receipts`.
public struct ReceiptList: Hashable, Sendable, Codable {
    public var receipts: [ReceiptResource]
    /// The value of `after` for the next page; `nil` on the last page.
    public var next: String?

    public init(receipts: [ReceiptResource], next: String?) {
        self.receipts = receipts
        self.next = next
    }
}
