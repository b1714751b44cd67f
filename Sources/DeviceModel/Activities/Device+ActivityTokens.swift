// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Tokens of Live Activities that APNs issues (`LA-9`).
extension Device {
    /// Sets an activity's token, whether it is the first one or replaces an earlier one. Informs
    /// the app; if the app is not running, the phone wakes or launches it in the background.
    ///
    /// The token of an activity that no longer exists is revoked.
    public mutating func setActivityToken(
        _ token: DeviceToken, of id: String, at now: Date
    ) -> ActionOutcome {
        var outcome = ActionOutcome(device: self, at: now)
        guard var activity = activity(id), activity.state != .dismissed,
            self[activity.bundleID] != nil
        else {
            outcome.linkOrders = [.revoke([token], because: .activityOver)]
            return outcome
        }
        if let old = activity.token, old != token {
            outcome.linkOrders = [.revoke([old], because: .replaced)]
        }
        activity.token = token
        outcome.cite("LA-9")
        outcome.wakeForActivity(activity.bundleID)
        outcome.put(activity, informing: .activityToken, rule: "LA-9")
        self = outcome.device
        return outcome
    }

    /// Sets the push-to-start token of an attributes type and informs the app if it is running.
    public mutating func setActivityStartToken(
        _ token: DeviceToken, attributesType: String, of bundleID: String, at now: Date
    ) -> ActionOutcome {
        var outcome = ActionOutcome(device: self, at: now)
        guard let app = self[bundleID] else {
            outcome.linkOrders = [.revoke([token], because: .unregistered)]
            return outcome
        }
        if let old = app.startTokens[attributesType], old != token {
            outcome.linkOrders = [.revoke([old], because: .replaced)]
        }
        outcome.device[bundleID]?.startTokens[attributesType] = token
        outcome.cite("LA-9")
        outcome.reportStartToken(attributesType, of: bundleID)
        self = outcome.device
        return outcome
    }

    /// Handles an app that starts to observe `pushToStartTokenUpdates`: reports the existing token,
    /// or returns the instruction to request a token from APNs.
    public func requestActivityStartToken(
        attributesType: String, of bundleID: String, at now: Date
    ) -> ActionOutcome {
        var outcome = ActionOutcome(device: self, at: now)
        guard let app = self[bundleID], runsSystem(17, 2) else { return outcome }
        outcome.cite("LA-9")
        if app.startTokens[attributesType] != nil {
            outcome.reportStartToken(attributesType, of: bundleID)
        } else if areActivitiesEnabled(of: bundleID) {
            outcome.linkOrders = [
                .registerActivityStart(bundleID: bundleID, attributesType: attributesType)
            ]
        }
        return outcome
    }

    /// The instructions to request the missing tokens of activities, for instance of activities
    /// that started while the phone was offline.
    public var missingActivityTokens: [LinkOrder] {
        activities.filter { $0.isLive && $0.updates == .token && $0.token == nil }
            .map { .registerActivity(id: $0.id) }
    }
}

extension ActionOutcome {
    /// Runs an app in the background because of one of its Live Activities.
    fileprivate mutating func wakeForActivity(_ bundleID: String) {
        switch device[bundleID]?.state {
        case .suspended: device[bundleID]?.state = .background
        case .terminated, .forceQuit:
            device[bundleID]?.state = .background
            callbacks.append(
                Callback(
                    .didFinishLaunching, bundleID: bundleID, rule: "LA-9",
                    subject: .launch(.background)))
        case .foreground, .background, nil: break
        }
    }

    fileprivate mutating func reportStartToken(_ type: String, of bundleID: String) {
        guard let app = device[bundleID], app.state == .foreground || app.state == .background,
            let token = app.startTokens[type]
        else { return }
        callbacks.append(
            Callback(
                .activityStartToken, bundleID: bundleID, rule: "LA-9", detail: token.redacted,
                subject: .activityStart(attributesType: type, token: token)))
    }
}
