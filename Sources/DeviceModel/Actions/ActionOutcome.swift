// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What an action led to.
public struct ActionOutcome: Hashable, Sendable {
    /// The phone afterwards.
    public internal(set) var device: Device
    /// The app callbacks in order.
    public internal(set) var callbacks: [Callback] = []
    /// What the app's `didReceive` gets, when one of the callbacks is that.
    public internal(set) var response: NotificationResponse?

    /// The Live Activity that was started.
    public internal(set) var startedActivity: LiveActivity?
    /// What the link to APNs must be told, in order.
    public internal(set) var linkOrders: [LinkOrder] = []
    /// The questions of the system that are settled: calls of the app that wait for them go on.
    public internal(set) var answeredPrompts: [AnsweredPrompt] = []
    /// Rules that led to something that no callback shows.
    public internal(set) var reasons: [RuleID] = []
    /// What happened in a sentence, where there is something to say.
    public internal(set) var summary: String?
    /// When it happens.
    let now: Date

    init(device: Device, at now: Date) {
        self.device = device
        self.now = now
    }

    mutating func cite(_ rules: RuleID...) {
        for rule in rules where !reasons.contains(rule) { reasons.append(rule) }
    }

    mutating func call(
        _ kind: Callback.Kind, of bundleID: String, rule: RuleID? = nil, detail: String? = nil,
        subject: Callback.Subject
    ) {
        callbacks.append(
            Callback(kind, bundleID: bundleID, rule: rule, detail: detail, subject: subject))
    }

    mutating func call(_ kinds: Callback.Kind..., of bundleID: String, rule: RuleID? = nil) {
        for kind in kinds { callbacks.append(Callback(kind, bundleID: bundleID, rule: rule)) }
    }
}

/// A question of the system that a person answered, or that went away with its app.
public struct AnsweredPrompt: Hashable, Sendable {
    /// What ``AuthorizationAnswer/asking(promptID:callbacks:)`` named.
    public let id: Int
    /// What `requestAuthorization` gives back; `false` also when the question went away.
    public let isGranted: Bool

    init(id: Int, isGranted: Bool) {
        self.id = id
        self.isGranted = isGranted
    }
}

/// What the phone has to arrange with APNs after something happened.
public enum LinkOrder: Hashable, Sendable {
    case setOnline(Bool)
    /// Low Power Mode is on or off: APNs keeps pushes of a priority below 10 meanwhile.
    case setSavingPower(Bool)
    /// Ask for the tokens that apps want and do not have.
    case registerMissing
    /// The app called `registerForRemoteNotifications`, or starts and is known to call it.
    case register(bundleID: String)
    /// The app was deleted: all its tokens are dead from now on.
    case unregister(bundleID: String)
    /// Whether the person lets an app show notifications: APNs discards alerts for an app that
    /// may not (`AUTH-23`).
    case setNotificationsAllowed(bundleID: String, Bool)
    /// A Live Activity wants a token of its own (`LA-9`).
    case registerActivity(id: String)
    /// These tokens are dead from now on.
    case revoke([DeviceToken], because: TokenEnd)
    /// A type of Live Activity wants a token to be started by (`REG-16`).
    case registerActivityStart(bundleID: String, attributesType: String)
}
