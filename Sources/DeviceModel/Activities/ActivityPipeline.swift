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
    /// The app's answers about the content state; `nil` accepts every content state without asking.
    let answers: ArrivalAnswers?
    var decision: ArrivalDecision

    /// How far a timestamp may be ahead of the phone's clock before the decision mentions it, in
    /// seconds.
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
    mutating func ignore(_ refusal: ActivityRefusal) -> ArrivalDecision {
        decision.report(.activity(.ignored(refusal)))
        return decision
    }

    /// Decides whether a push may update or end the activity, and what changes.
    mutating func change(_ activity: LiveActivity) -> ArrivalDecision {
        var changed = activity
        guard let event = push.event else { return ignore(.noEvent) }
        guard activity.isLive else {
            return ignore(.hasEnded(id: activity.id))
        }
        // An end takes effect even when the budget is used up. Bellhop chose this behaviour,
        // because an activity must always be able to end.
        let isCounted = changed.countUpdate(
            at: now, max: isUrgent ? device.activityUpdatesPerHour(of: app) : nil)
        decision.activity = ActivityChange(activity: changed, isStart: false)
        guard isCounted || event == .end else {
            decision.cite("LA-16", "LA-25")
            if app.capabilities.frequentUpdates { decision.cite("LA-17") }
            return ignore(
                .budgetUsed(id: activity.id, count: changed.countedUpdates.count))
        }
        if let refusal = refuse(event, activity) { return ignore(refusal) }
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

    /// Returns the reason why an event cannot take effect; `nil` if the event can take effect.
    private func refuse(
        _ event: LiveActivityEvent, _ activity: LiveActivity
    ) -> ActivityRefusal? {
        guard event != .start else { return .startOnActivityToken }
        guard let timestamp = push.timestamp else { return .noTimestamp }
        guard !activity.isOutdated(timestamp, device.choices) else {
            return .outdated(id: activity.id)
        }
        guard !push.contentStateIsNoObject else { return .contentStateIsNoObject }
        guard let state = push.contentState else { return event == .end ? nil : .noContentState }
        guard LiveActivity.fits(attributes: activity.attributes, contentState: state) else {
            return .tooLarge
        }
        return nil
    }

    /// Asks the app whether it can decode the content state; returns `nil` to continue.
    private mutating func ask(_ activity: LiveActivity, _ state: String) -> ArrivalDecision? {
        guard let answers else { return nil }
        guard let fits = answers.contentStateFits else {
            decision.question = .contentState(
                activityID: activity.id, attributesType: activity.attributesType, json: state)
            return decision
        }
        if fits { return nil }
        return ignore(.undecodable(isStart: false))
    }

    private mutating func update(_ activity: inout LiveActivity) {
        put(into: &activity)
        decision.report(.activity(.updated(id: activity.id)))
        if activity.state == .stale { decision.report(.activity(.staleAtOnce)) }
        if let timestamp = push.timestamp,
            timestamp > now.timeIntervalSince1970 + Self.futureSeconds
        {
            decision.report(.activity(.futureTimestamp))
        }
    }

    private mutating func end(_ activity: inout LiveActivity) {
        if push.contentState != nil { put(into: &activity) }
        let date = push.dismissalDate
        activity.end(date.map { .after($0) } ?? .default, at: now)
        decision.cite("LA-12", "LC-11")
        let minutes =
            activity.dismissalDate.map { Int(saturating: $0.timeIntervalSince(now) / 60) } ?? 0
        decision.report(
            .activity(
                activity.state == .dismissed
                    ? .ended(id: activity.id)
                    : .endedAndStays(id: activity.id, minutes: minutes)))
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
        if let alert = push.alert, changed.state != .pending { present(alert, of: &changed) }
        if changed.state == .dismissed, let token = changed.token {
            decision.linkOrders.append(.revoke([token], because: .activityOver))
            changed.token = nil
        }
        var kinds: [Callback.Kind] = push.contentState == nil ? [] : [.activityContent]
        if changed.state != activity.state { kinds.append(.activityState) }
        decision.callbacks += device.inform(kinds, of: &changed, rule: "LC-11", at: now)
        decision.activity?.activity = changed
    }

    /// Presents an alert, unless its app is in the foreground (`LA-18`).
    mutating func present(_ alert: LiveActivity.Alert, of activity: inout LiveActivity) {
        activity.lastAlert = alert
        decision.cite("LA-18")
        if alert.title.key != nil || alert.body.key != nil { decision.cite("LOC-7") }
        guard activity.state != .dismissed,
            let presented = device.presentation(alert, of: activity)
        else { return }
        decision.activity?.alert = presented
        decision.place = presented.style == .lockScreen ? .lockScreen : .banner
        decision.sound = device.sound(of: alert, in: app)
        decision.report(.activity(.alerted(presented.style)))
        let missing = device.missingKeys(of: alert, in: app)
        if !missing.isEmpty { decision.report(.activity(.missingStrings(missing))) }
    }
}
