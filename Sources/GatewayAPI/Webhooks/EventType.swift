// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A kind of event that the gateway reports to webhooks and to the event file.
public enum EventType: String, Hashable, Sendable, Codable, CaseIterable {
    case deliveryAccepted = "delivery.accepted"
    case deliveryRejected = "delivery.rejected"
    case deliveryExpired = "delivery.expired"
    case deliverySuppressed = "delivery.suppressed"
    case deliveryCancelled = "delivery.cancelled"
    case messageCompleted = "message.completed"
    case receiptReceived = "receipt.received"
    case tokenDead = "token.dead"
    case installationDeleted = "installation.deleted"
    case campaignSending = "campaign.sending"
    case campaignAwaitingApproval = "campaign.awaiting_approval"
    case campaignRefused = "campaign.refused"
    case campaignPaused = "campaign.paused"
    case campaignStopped = "campaign.stopped"
    case campaignCancelled = "campaign.cancelled"
    case campaignDone = "campaign.done"
    case credentialRefused = "credential.refused"
    case webhookTest = "webhook.test"

    /// What has happened.
    public var meaning: String {
        switch self {
        case .deliveryAccepted: "APNs accepted a delivery of a single message"
        case .deliveryRejected: "APNs rejected a delivery of a single message"
        case .deliveryExpired: "a delivery of a single message was not sent before it expired"
        case .deliverySuppressed:
            "a delivery of a single message was not sent, for instance to a "
                + "dead token"
        case .deliveryCancelled:
            "a delivery of a single message was cancelled, for instance "
                + "because the installation was deleted"
        case .messageCompleted: "every delivery of a single message has an outcome"
        case .receiptReceived: "an app reported what happened to a message on the phone"
        case .tokenDead: "APNs reported that a device token is no longer valid"
        case .installationDeleted: "an installation was deleted"
        case .campaignSending: "the gateway began to send a campaign, or a person resumed it"
        case .campaignAwaitingApproval: "a campaign waits for the approval of a second person"
        case .campaignRefused: "a second person refused a campaign, so it is a draft again"
        case .campaignPaused: "a person paused a campaign"
        case .campaignStopped: "the gateway stopped a campaign because of its outcomes"
        case .campaignCancelled: "a person cancelled a campaign"
        case .campaignDone: "every notification of a campaign has an outcome"
        case .credentialRefused: "APNs refuses the key of an app"
        case .webhookTest: "a person tested a webhook; nothing else causes this event"
        }
    }

    /// Whether a webhook that names no events receives the event. The events about accepted
    /// deliveries and about receipts are only sent if the webhook names them.
    public var isInDefault: Bool { self != .deliveryAccepted && self != .receiptReceived }
}

/// The events that a webhook receives: names, groups such as `campaign.*`, or `*` for all.
public struct EventFilter: Hashable, Sendable {
    /// The entries as they were given; empty for the default.
    public let entries: [String]

    /// - Parameter entries: names and groups; unknown entries match nothing, because a newer
    ///   version of Bellhop may have stored them.
    public init(_ entries: [String] = []) { self.entries = entries }

    /// Returns whether an entry is a name or a group of events that exists.
    public static func isKnown(_ entry: String) -> Bool {
        EventType.allCases.contains { matches(entry, $0) }
    }

    /// The groups that are written as the first word of their events and an asterisk.
    static var groups: [String] {
        Set(EventType.allCases.map { "\($0.rawValue.split(separator: ".")[0]).*" }).sorted()
    }

    /// The events that the filter selects, in the order of `allCases`.
    public var types: [EventType] {
        EventType.allCases.filter { type in
            entries.isEmpty ? type.isInDefault : entries.contains { Self.matches($0, type) }
        }
    }

    private static func matches(_ entry: String, _ type: EventType) -> Bool {
        if entry == "*" || entry == type.rawValue { return true }
        return entry.hasSuffix(".*") && type.rawValue.hasPrefix(entry.dropLast())
    }
}
