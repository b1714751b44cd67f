// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The input that all steps of an arrival share; it does not change during the decision.
struct ArrivalContext {
    let device: Device
    let app: InstalledApp
    let origin: ArrivalOrigin
    let now: Date
    /// The answers of app code; `nil` uses the app's described behaviour instead.
    let answers: ArrivalAnswers?
    /// The state of the app. Once the app's `willPresent` has been called, the state is
    /// `foreground`.
    let state: AppState
    /// The person's switches in Settings that are in effect.
    let settings: NotificationSettings

    init(
        device: Device, app: InstalledApp, origin: ArrivalOrigin, now: Date,
        answers: ArrivalAnswers?
    ) {
        self.device = device
        self.app = app
        self.origin = origin
        self.now = now
        self.answers = answers
        state = answers?.presentation == nil ? device.effectiveState(of: app) : .foreground
        settings = app.effectiveSettings
    }

    var choices: DeviceChoices { device.choices }
    var isInForeground: Bool { state == .foreground }
    /// Whether the app has only provisional permission.
    var isProvisional: Bool { app.authorization == .provisional }
    /// Whether the phone is a Simulator and the push was injected, not sent by APNs (`REG-15`).
    var isInjectedIntoSimulator: Bool { origin.isInjected && device.kind != .phone }

    /// Returns the rule for the combination of text and keys: `LC-1` to `LC-4`, `LC-6` or `LC-7`.
    func row(hasText: Bool, extensionRan: Bool) -> RuleID {
        switch (hasText, origin.isContentAvailable) {
        case (true, false): extensionRan ? "LC-3" : "LC-1"
        case (true, true): extensionRan ? "LC-4" : "LC-2"
        case (false, false): "LC-6"
        case (false, true): "LC-7"
        }
    }

    /// Returns the callback for `content-available`, with the payload as the sender wrote it
    /// (`NSE-13`).
    func backgroundCallback(_ rule: RuleID) -> Callback {
        Callback(
            .didReceiveRemoteNotification, bundleID: app.bundleID, rule: rule,
            subject: .userInfo(origin.payload))
    }

    /// Returns the rules that explain why the service extension does not run, although the payload
    /// requests it.
    func unusedExtensionRules(hasText: Bool) -> [RuleID] {
        if !hasText { return ["LC-8", "NSE-3"] }
        return isInjectedIntoSimulator ? ["REG-15"] : ["NSE-1"]
    }
}

/// The source of a notification, and the effects that the notification requests in addition to
/// being shown.
struct ArrivalOrigin {
    /// The identifier of the notification; it never changes (`NSE-12`).
    let id: String
    /// The push; `nil` for a local notification.
    let push: DevicePush?
    /// Whether the push was injected, not sent by APNs (`REG-15`).
    var isInjected = false
    /// Whether the payload contains `content-available`.
    var isContentAvailable = false
    /// Whether the payload contains `mutable-content`.
    var isMutable = false
    let trigger: NotificationTrigger?
    /// The payload as the sender wrote it (`NSE-13`); empty for a local notification.
    let payload: String
}

extension NotificationContent {
    /// Whether there is something for the person to see or hear.
    var isPerceptible: Bool { hasText || sound != nil || badge != nil }
}
