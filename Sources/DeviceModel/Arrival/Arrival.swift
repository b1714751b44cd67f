// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The record of one notification on a phone: its outcome as a value and as a sentence.
public struct Arrival: Hashable, Sendable, Codable {
    /// The outcome of a notification.
    public enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
        /// The notification was shown as a banner or on the lock screen.
        case shown
        /// Nothing was visible, but a sound played or the badge changed.
        case soundOrBadgeOnly = "sound-or-badge-only"
        /// The app was woken or started in the background.
        case ranInBackground = "ran-in-background"
        /// The notification is only in Notification Center.
        case listedQuietly = "listed-quietly"
        /// The foreground app received the notification, and nothing was shown.
        case handledByApp = "handled-by-app"
        /// The notification arrived on a token whose pushes the phone only records.
        case receiptOnly = "receipt-only"
        /// The notification waits on the phone: for the scheduled summary, or until the app may
        /// run.
        case held
        /// Neither the person nor the app received the notification.
        case discarded
    }

    /// The `apns-id` of the push; for a broadcast, its `apns-request-id`; `nil` for a local
    /// notification.
    public let apnsID: APNSID?
    /// The bundle identifier of the app or, if no such app is installed, the bundle identifier in
    /// the topic.
    public let bundleID: String
    /// The push type; `nil` for a local notification.
    public let pushType: PushType?
    public let time: Date
    /// Whether APNs had stored the notification while the phone was offline.
    public let wasStored: Bool
    public let outcome: Outcome
    /// The description of the outcome: sentences in one line, for instance `The background push was
    /// not delivered, because the app was force-quit (SIL-7).`
    public private(set) var summary: String
    /// The rules behind the outcome, the decisive one first.
    public let reasons: [RuleID]
    /// The identifier for tapping or dismissing the notification; `nil` when there is nothing to
    /// tap.
    public let notificationID: String?

    enum CodingKeys: String, CodingKey {
        case time, outcome, summary, reasons
        case apnsID = "apns_id"
        case bundleID = "bundle_id"
        case pushType = "push_type"
        case wasStored = "was_stored"
        case notificationID = "notification_id"
    }

    /// Records a decision.
    public init(_ decision: ArrivalDecision, of incoming: Incoming, at time: Date) {
        let push = incoming.push
        let broadcast: ChannelBroadcast? =
            if case .broadcast(let broadcast, _) = incoming { broadcast } else { nil }
        apnsID = push?.id ?? broadcast?.id
        bundleID = decision.bundleID
        pushType = push?.pushType ?? broadcast.map { _ in .liveactivity }
        self.time = time
        wasStored = push?.wasStored ?? broadcast?.wasStored ?? false
        outcome = decision.outcome
        summary = decision.summary
        reasons = decision.reasons
        notificationID = decision.place == .none ? nil : decision.notification?.id
    }

    /// Appends a note about the app's code to the summary.
    package mutating func add(note: String) {
        summary += " Note: " + note + (note.hasSuffix(".") ? "" : ".")
    }

    /// Whether the person or the app received the notification.
    public var isDelivered: Bool { outcome.isDelivered }
}

extension Arrival.Outcome {
    /// Whether the person or the app received the notification.
    public var isDelivered: Bool {
        switch self {
        case .shown, .soundOrBadgeOnly, .ranInBackground, .listedQuietly, .handledByApp,
            .receiptOnly:
            true
        case .held, .discarded: false
        }
    }
}
