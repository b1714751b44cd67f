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
        /// A banner, on the lock screen or over the app in use.
        case shown
        /// Nothing visible, but a sound or a change of the badge.
        case soundOrBadgeOnly = "sound-or-badge-only"
        /// The app was woken or started in the background.
        case ranInBackground = "ran-in-background"
        /// In Notification Center only.
        case listedQuietly = "listed-quietly"
        /// The app in use received it, and nothing was shown.
        case handledByApp = "handled-by-app"
        /// It arrived on a token whose pushes the phone only records.
        case receiptOnly = "receipt-only"
        /// It waits on the phone: for the scheduled summary, or until the app may run.
        case held
        /// Neither the person nor the app received it.
        case discarded
    }

    /// For a broadcast, its `apns-request-id`; `nil` for a local notification.
    public let apnsID: APNSID?
    /// The bundle identifier of the app; the one in the topic if no such app is installed.
    public let bundleID: String
    /// `nil` for a local notification.
    public let pushType: PushType?
    public let time: Date
    /// Whether APNs had stored it while the phone was offline.
    public let wasStored: Bool
    public let outcome: Outcome
    /// Sentences in one line, for instance `The background push was not delivered, because the app
    /// was force-quit (SIL-7).`
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

    /// Whether the person or the app received it.
    public var isDelivered: Bool { outcome.isDelivered }
}

extension Arrival.Outcome {
    /// Whether the person or the app received it.
    public var isDelivered: Bool {
        switch self {
        case .shown, .soundOrBadgeOnly, .ranInBackground, .listedQuietly, .handledByApp,
            .receiptOnly:
            true
        case .held, .discarded: false
        }
    }
}
