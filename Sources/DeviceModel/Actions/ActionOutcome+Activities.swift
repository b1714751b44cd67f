// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// The person's actions on Live Activities.
extension ActionOutcome {
    private func activity(_ id: String) throws(DeviceActionError) -> LiveActivity {
        guard let activity = device.activity(id), activity.state != .dismissed else {
            throw .unknownActivity(id: id, existing: device.activities.map(\.id))
        }
        return activity
    }

    /// Removes the activity from the Lock Screen after a swipe, whether or not it had ended
    /// (`LA-14`).
    mutating func removeActivity(_ id: String) throws(DeviceActionError) {
        dismiss(try activity(id))
    }

    private mutating func dismiss(_ activity: LiveActivity, rule: RuleID = "LA-14") {
        var activity = activity
        activity.dismiss(at: now)
        cite(rule)
        put(activity, informing: .activityState, rule: rule)
    }

    /// Handles a tap on a Live Activity: opens its app.
    mutating func tapActivity(_ id: String) throws(DeviceActionError) {
        let activity = try activity(id)
        try launch(activity.bundleID)
        device.lastActivityAlert = nil
    }

    /// Shrinks the expanded view to the Dynamic Island; a transient activity ends (`LA-24`).
    mutating func collapseActivity(_ id: String) throws(DeviceActionError) {
        let activity = try activity(id)
        device.lastActivityAlert = nil
        if activity.isTransient { dismiss(activity, rule: "LA-24") }
    }

    /// Ends transient activities because the phone was locked (`LA-24`).
    mutating func endTransientActivities() {
        for activity in device.activities where activity.isTransient && activity.isOnScreen {
            dismiss(activity, rule: "LA-24")
        }
    }

    /// Sets the app's switch for Live Activities. When the switch is turned off, the app's Live
    /// Activities disappear from the screen (`LA-2`, `LA-14`).
    mutating func setActivities(_ bundleID: String, _ isOn: Bool) throws(DeviceActionError) {
        let was = device.areActivitiesEnabled(of: bundleID)
        try change(bundleID) { $0.activitiesEnabled = isOn }
        let isEnabled = device.areActivitiesEnabled(of: bundleID)
        inform(.activitiesEnabled, isEnabled, was, of: bundleID)
        cite("LA-2")
        guard !isOn else { return }
        for activity in device.activities(of: bundleID) { dismiss(activity) }
    }

    mutating func setFrequentUpdates(_ bundleID: String, _ isOn: Bool) throws(DeviceActionError) {
        let was = device.frequentPushesEnabled(of: bundleID)
        try change(bundleID) { $0.frequentUpdatesEnabled = isOn }
        let isEnabled = device.frequentPushesEnabled(of: bundleID)
        inform(.frequentPushesEnabled, isEnabled, was, of: bundleID)
        cite("LA-17")
    }

    /// Informs a running app that a permission for its Live Activities has changed.
    private mutating func inform(
        _ kind: Callback.Kind, _ isEnabled: Bool, _ was: Bool, of bundleID: String
    ) {
        guard isEnabled != was, let state = device[bundleID]?.state,
            state == .foreground || state == .background
        else { return }
        let rule: RuleID = kind == .activitiesEnabled ? "LA-2" : "LA-17"
        callbacks.append(
            Callback(
                kind, bundleID: bundleID, rule: rule, detail: isEnabled ? "on" : "off",
                subject: .isEnabled(isEnabled)))
    }

    /// Replaces an activity's token by a new token from APNs (`LA-9`).
    mutating func rotateActivityToken(_ id: String) throws(DeviceActionError) {
        var activity = try activity(id)
        guard activity.updates == .token else { return }
        if let token = activity.token { linkOrders.append(.revoke([token], because: .replaced)) }
        activity.token = nil
        device.store(activity)
        cite("LA-9")
        linkOrders.append(.registerActivity(id: id))
    }
}
