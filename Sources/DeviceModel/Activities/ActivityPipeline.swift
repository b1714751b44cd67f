// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The steps that one push or broadcast for Live Activities goes through on a phone.
struct ActivityPipeline {
    let device: Device
    let app: InstalledApp
    let push: ActivityPush
    let isUrgent: Bool
    let now: Date
    /// The app's answers about the content state; `nil` accepts it without a question.
    let answers: ArrivalAnswers?
    var decision: ArrivalDecision

    /// How far ahead of the phone's clock a timestamp must be for a note, in seconds.
    private static let futureSeconds: Double = 24 * 60 * 60

    init(
        _ push: ActivityPush, to app: InstalledApp, on device: Device, isUrgent: Bool,
        at now: Date, answers: ArrivalAnswers?
    ) {
        self.device = device
        self.app = app
        self.push = push
        self.isUrgent = isUrgent
        self.now = now
        self.answers = answers
        decision = ArrivalDecision(bundleID: app.bundleID, at: now)
        decision.appState = device.effectiveState(of: app)
    }

    /// Decides that neither the activity nor the app gets the push.
    mutating func ignore(_ rule: RuleID, _ words: String) -> ArrivalDecision {
        decision.cite(rule)
        decision.summary = "Live Activity push ignored: \(words) (\(rule))"
        return decision
    }

    /// Decides about an update or the end of an activity.
    mutating func change(_ activity: LiveActivity) -> ArrivalDecision {
        var changed = activity
        guard let event = push.event else { return ignore("LA-4", "its payload has no event") }
        guard activity.isLive else {
            return ignore("LA-10", "\(activity.id) has ended; start another one")
        }
        // An end always takes effect. Chosen: an activity that cannot end helps nobody.
        let isCounted = changed.countUpdate(
            at: now, max: isUrgent ? device.activityUpdatesPerHour(of: app) : nil)
        decision.activity = ActivityChange(activity: changed, isStart: false)
        guard isCounted || event == .end else {
            decision.cite("LA-16", "LA-25")
            if app.capabilities.frequentUpdates { decision.cite("LA-17") }
            return ignore(
                "LA-16",
                "\(activity.id) had its \(changed.countedUpdates.count) updates of priority 10 "
                    + "in the last hour; send with priority 5")
        }
        if let refusal = refuse(event, activity) { return ignore(refusal.rule, refusal.words) }
        if let state = push.contentState, let question = ask(activity, state) { return question }
        switch event {
        case .update: update(&changed)
        case .end, .start: end(&changed)
        }
        if isUrgent { decision.cite("LA-16") }
        decision.outcome = .shown
        finish(changed, from: activity)
        return decision
    }

    /// Returns why an event cannot take effect; `nil` if it can.
    private func refuse(
        _ event: LiveActivityEvent, _ activity: LiveActivity
    ) -> (rule: RuleID, words: String)? {
        guard event != .start else {
            return ("LA-7", "a start goes to a push-to-start token; this is an activity's own")
        }
        guard let timestamp = push.timestamp else {
            return ("LA-4", "its payload has no timestamp in seconds")
        }
        guard !activity.isOutdated(timestamp, device.choices) else {
            return ("LA-5", "\(activity.id) shows content that is as new or newer")
        }
        guard !push.hasOddState else { return ("LA-6", "its content-state is no JSON object") }
        guard let state = push.contentState else {
            return event == .end ? nil : ("LA-4", "its payload has no content-state")
        }
        guard LiveActivity.fits(attributes: activity.attributes, contentState: state) else {
            return ("LA-15", "attributes and content-state are over 4 KB together")
        }
        return nil
    }

    /// Asks the app whether its type can be read from the content state; returns `nil` to continue.
    private mutating func ask(_ activity: LiveActivity, _ state: String) -> ArrivalDecision? {
        guard let answers else { return nil }
        guard let fits = answers.contentStateFits else {
            decision.question = .contentState(
                activityID: activity.id, attributesType: activity.attributesType, json: state)
            return decision
        }
        if fits { return nil }
        return ignore(
            "LA-6",
            "the app's type cannot be read from its content-state; what was shown stays")
    }

    private mutating func update(_ activity: inout LiveActivity) {
        decision.cite("LC-11")
        put(into: &activity)
        decision.summary = "Live Activity \(activity.id) updated (LC-11)"
        if activity.state == .stale {
            decision.cite("LA-11")
            decision.summary += "; stale at once: its stale-date is over (LA-11)"
        }
        if let timestamp = push.timestamp,
            timestamp > now.timeIntervalSince1970 + Self.futureSeconds
        {
            decision.cite("LA-5")
            decision.summary +=
                "; its timestamp is in the future, so that later updates count as older: write "
                + "seconds, not milliseconds (LA-5)"
        }
    }

    private mutating func end(_ activity: inout LiveActivity) {
        if push.contentState != nil { put(into: &activity) }
        let date = push.dismissalDate
        activity.end(date.map { .after($0) } ?? .default, at: now)
        decision.cite("LA-12", "LC-11")
        let minutes =
            activity.dismissalDate.map { Int(saturating: $0.timeIntervalSince(now) / 60) } ?? 0
        decision.summary =
            activity.state == .dismissed
            ? "Live Activity \(activity.id) ended and left the screen (LA-12)"
            : "Live Activity \(activity.id) ended; on the Lock Screen for \(minutes) minutes "
                + "(LA-12)"
    }

    private func put(into activity: inout LiveActivity) {
        activity.put(
            LiveActivity.Content(
                state: push.contentState ?? activity.contentState,
                staleDate: push.staleDate,
                relevanceScore: push.relevanceScore),
            timestamp: push.timestamp ?? activity.timestamp, at: now)
    }

    /// Adds the alert and the callbacks, and revokes the token of a dismissed activity.
    private mutating func finish(_ changed: LiveActivity, from activity: LiveActivity) {
        var changed = changed
        if let alert = push.alert, changed.state != .pending { sayAloud(alert, of: &changed) }
        if changed.state == .dismissed, let token = changed.token {
            decision.linkOrders.append(.revoke([token], because: .activityOver))
            changed.token = nil
        }
        var kinds: [Callback.Kind] = push.contentState == nil ? [] : [.activityContent]
        if changed.state != activity.state { kinds.append(.activityState) }
        decision.callbacks += device.tell(kinds, about: &changed, rule: "LC-11", at: now)
        decision.activity?.activity = changed
    }

    /// Presents an alert, unless its app is in use (`LA-18`).
    mutating func sayAloud(_ alert: LiveActivity.Alert, of activity: inout LiveActivity) {
        activity.lastAlert = alert
        decision.cite("LA-18")
        if alert.title.key != nil || alert.body.key != nil { decision.cite("LOC-7") }
        guard activity.state != .dismissed,
            let presented = device.presentation(alert, of: activity)
        else { return }
        decision.activity?.alert = presented
        decision.place = presented.style == .lockScreen ? .lockScreen : .banner
        decision.sound = device.sound(of: alert, in: app)
        let words =
            switch presented.style {
            case .lockScreen: "the Lock Screen lights up"
            case .expandedIsland: "the Dynamic Island expands"
            case .banner: "a banner shows it"
            }
        decision.summary += "; \(words) (LA-18)"
        let missing = device.missingKeys(of: alert, in: app)
        guard !missing.isEmpty else { return }
        decision.cite("LOC-4")
        let keys = missing.map { OneLine.text($0, characterCountMax: 40) }.joined(separator: ", ")
        decision.summary += "; the app has no string for \(keys), so the key is shown (LOC-4)"
    }
}
