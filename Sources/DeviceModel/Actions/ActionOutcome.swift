// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The result of an action.
public struct ActionOutcome: Hashable, Sendable {
    /// The phone after the action.
    public internal(set) var device: Device
    /// The app callbacks in order.
    public internal(set) var callbacks: [Callback] = []
    /// The response that the app's `didReceive` gets, if that is one of the callbacks.
    public internal(set) var response: NotificationResponse?

    /// The Live Activity that was started.
    public internal(set) var startedActivity: LiveActivity?
    /// The orders for the link to APNs, in order.
    public internal(set) var linkOrders: [LinkOrder] = []
    /// The prompts that were closed. App calls that wait for these prompts return.
    public internal(set) var answeredPrompts: [AnsweredPrompt] = []
    /// Rules behind effects that no callback shows.
    public internal(set) var reasons: [RuleID] = []
    /// What happened, if there is something to report.
    private(set) var fact: OutcomeFact?
    /// When the action happens.
    let now: Date

    /// A sentence about what happened, if there is something to report.
    public var summary: String? { fact.map(FactText.summary) }

    init(device: Device, at now: Date) {
        self.device = device
        self.now = now
    }

    mutating func cite(_ rules: RuleID...) {
        for rule in rules where !reasons.contains(rule) { reasons.append(rule) }
    }

    /// Records what happened, and cites its rule.
    mutating func report(_ fact: OutcomeFact) {
        self.fact = fact
        cite(fact.rule)
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

/// A prompt that a person answered, or that was removed with its app.
public struct AnsweredPrompt: Hashable, Sendable {
    /// The `promptID` of ``AuthorizationAnswer/asking(promptID:callbacks:)``.
    public let id: Int
    /// The result of `requestAuthorization`; also `false` when the prompt was removed.
    public let isGranted: Bool

    init(id: Int, isGranted: Bool) {
        self.id = id
        self.isGranted = isGranted
    }
}

/// An order that the phone gives its link to APNs after something happened.
public enum LinkOrder: Hashable, Sendable {
    case setOnline(Bool)
    /// Low Power Mode is on or off: while it is on, APNs stores pushes of a priority below 10.
    case setSavingPower(Bool)
    /// The tokens that apps want and do not have must be requested.
    case registerMissing
    /// The app called `registerForRemoteNotifications`, or starts and is known to call it.
    case register(bundleID: String)
    /// The app was deleted: all its tokens are dead from now on.
    case unregister(bundleID: String)
    /// Whether the app may show notifications: APNs discards alerts for an app that may not
    /// (`AUTH-23`).
    case setNotificationsAllowed(bundleID: String, Bool)
    /// A Live Activity needs its own token (`LA-9`).
    case registerActivity(id: String)
    /// These tokens are dead from now on.
    case revoke([DeviceToken], because: TokenEnd)
    /// A push-to-start token is wanted for a type of Live Activity (`REG-16`).
    case registerActivityStart(bundleID: String, attributesType: String)
}
