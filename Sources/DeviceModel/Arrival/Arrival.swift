// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The record of one notification on a phone: what became of it, in a word and in a sentence.
public struct Arrival: Hashable, Sendable, Codable {
    /// What became of a notification.
    public enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
        /// A banner, on the lock screen or over what is in use.
        case shown
        /// Nothing to see, but it sounded or changed the badge.
        case soundOrBadgeOnly = "sound-or-badge-only"
        /// The app was woken or started in the background.
        case ranInBackground = "ran-in-background"
        /// In Notification Center only.
        case listedQuietly = "listed-quietly"
        /// The app in use got it, and nothing was shown.
        case handledByApp = "handled-by-app"
        /// It came on a token whose pushes the phone only records.
        case receiptOnly = "receipt-only"
        /// It waits on the phone: for the scheduled summary, or for the app to be allowed to run.
        case held
        /// Neither the person nor the app got it.
        case discarded
    }

    /// Of a broadcast, its `apns-request-id`; `nil` for a local notification.
    public let apnsID: APNSID?
    /// The app, or what the topic names when there is no such app.
    public let bundleID: String
    /// `nil` for a local notification.
    public let pushType: PushType?
    public let time: Date
    /// Whether it waited at APNs for the phone to come online.
    public let wasStored: Bool
    public let outcome: Outcome
    /// One line in words, for instance `not delivered: silent push, app was force-quit (SIL-7)`.
    public private(set) var summary: String
    /// The rules that led here, the decisive one first.
    public let reasons: [RuleID]
    /// What a tap or a dismissal names it by; `nil` when there is nothing to tap.
    public let notificationID: String?

    enum CodingKeys: String, CodingKey {
        case time, outcome, summary, reasons
        case apnsID = "apns_id"
        case bundleID = "bundle_id"
        case pushType = "push_type"
        case wasStored = "was_stored"
        case notificationID = "notification_id"
    }

    /// Writes down a decision.
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

    /// Adds to the summary what became known about the app's code.
    package mutating func add(note: String) { summary += "; " + note }

    /// Whether the person or the app got it.
    public var isDelivered: Bool { outcome.isDelivered }
}

extension Arrival.Outcome {
    /// Whether the person or the app got it.
    public var isDelivered: Bool {
        switch self {
        case .shown, .soundOrBadgeOnly, .ranInBackground, .listedQuietly, .handledByApp,
            .receiptOnly:
            true
        case .held, .discarded: false
        }
    }
}
