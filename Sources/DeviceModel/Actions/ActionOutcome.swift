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
    /// The response that the app's `didReceive` gets, if the callbacks include `didReceive`.
    public internal(set) var response: NotificationResponse?

    /// The Live Activity that was started.
    public internal(set) var startedActivity: LiveActivity?
    /// The instructions for the phone's link to APNs, in order.
    public internal(set) var linkOrders: [LinkOrder] = []
    /// The prompts that were answered or removed. Each of the app's calls that was waiting for one
    /// of these prompts now returns.
    public internal(set) var answeredPrompts: [AnsweredPrompt] = []
    /// The rules that explain effects for which there is no callback.
    public internal(set) var reasons: [RuleID] = []
    /// The fact to report about the action; `nil` if there is nothing to report.
    private(set) var fact: OutcomeFact?
    /// The time of the action.
    let now: Date

    /// A sentence that describes what happened; `nil` if there is nothing to report.
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

/// A prompt that the person answered, or that was removed together with its app.
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

/// An instruction to the phone's link to APNs, after something happened on the phone.
public enum LinkOrder: Hashable, Sendable {
    case setOnline(Bool)
    /// Informs APNs that Low Power Mode was switched on or off. While it is on, APNs stores pushes
    /// of a priority below 10.
    case setSavingPower(Bool)
    /// Requests the tokens that apps need but do not have.
    case registerMissing
    /// Registers an app that has called `registerForRemoteNotifications`, or an app that is
    /// starting and is known to call this method.
    case register(bundleID: String)
    /// Informs APNs that the app was deleted: all its tokens become invalid.
    case unregister(bundleID: String)
    /// Informs APNs whether the app may show notifications. APNs discards alerts for an app that
    /// may not show them (`AUTH-23`).
    case setNotificationsAllowed(bundleID: String, Bool)
    /// Requests the token of a Live Activity (`LA-9`).
    case registerActivity(id: String)
    /// Informs APNs that these tokens are no longer valid.
    case revoke([DeviceToken], because: TokenEnd)
    /// Requests a push-to-start token for a type of Live Activity (`REG-16`).
    case registerActivityStart(bundleID: String, attributesType: String)
}
