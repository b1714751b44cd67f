// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The answer 202 to `POST /v1/device/installations/{installation_id}/receipts`.
public struct ReceiptAnswer: Hashable, Sendable, Codable {
    /// How many are known now, those that were sent before included.
    public var accepted: Int
    /// How many were left out: of messages that are not known, or not for this installation, or
    /// beyond ``GatewayLimits/receiptsPerMessageMax``. Sending them again changes nothing.
    public var ignored: Int

    public init(accepted: Int, ignored: Int) {
        self.accepted = accepted
        self.ignored = ignored
    }
}

/// A receipt as the gateway shows it.
public struct ReceiptResource: Hashable, Sendable, Codable {
    /// The installation that it came from.
    public var installation: String
    public var event: Receipt.Event
    /// The action's identifier, for the event `action`.
    public var action: String?
    /// When it happened, by the phone's clock.
    public var at: Date
    /// When it came in, by the gateway's clock.
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

/// The answer to `GET /v1/messages/{id}/receipts`.
public struct ReceiptList: Hashable, Sendable, Codable {
    public var receipts: [ReceiptResource]
    /// What to send as `after` for the next page; `nil` on the last.
    public var next: String?

    public init(receipts: [ReceiptResource], next: String?) {
        self.receipts = receipts
        self.next = next
    }
}
