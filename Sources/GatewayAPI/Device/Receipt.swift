// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An event of a message on the phone. The app reports it, because APNs does not report such
/// events.
public struct Receipt: Hashable, Sendable, Codable {
    /// The kind of event.
    public enum Event: String, Hashable, Sendable, Codable, CaseIterable {
        /// The service extension or a background handler received the message.
        case delivered
        /// The person tapped the notification.
        case opened
        /// The person chose a button; ``Receipt/action`` identifies it.
        case action
        /// The person cleared the notification.
        case dismissed
    }

    /// The message's identifier.
    public var message: String
    public var event: Event
    /// The action's identifier, for ``Event/action``.
    public var action: String?
    /// The time of the event by the phone's clock, which may be wrong.
    public var at: Date

    public init(message: String, event: Event, action: String? = nil, at: Date) {
        self.message = message
        self.event = event
        self.action = action
        self.at = at
    }
}

/// The body of `POST /v1/device/installations/{installation_id}/receipts`. Sending a receipt again
/// has no effect.
public struct ReceiptBatch: Hashable, Sendable, Codable {
    /// The receipts, at most ``GatewayLimits/receiptsPerBatchMax``.
    public var receipts: [Receipt]

    public init(receipts: [Receipt]) { self.receipts = receipts }
}
