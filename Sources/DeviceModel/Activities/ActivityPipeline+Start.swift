// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Pushes to a push-to-start token (`LA-7`).
extension ActivityPipeline {
    /// Starts an activity.
    ///
    /// - Parameter typeOfToken: The attributes type that the token belongs to; `nil` for a token
    ///   that starts an activity of any type.
    mutating func start(typeOfToken: String?) -> ArrivalDecision {
        guard let event = push.event else { return ignore(.noEvent) }
        guard event == .start else {
            return ignore(.notAStart(event))
        }
        if let refusal = refuseStart(typeOfToken) { return ignore(refusal) }
        guard let type = push.fields.attributesType, let attributes = push.fields.attributes,
            let state = push.contentState, let timestamp = push.timestamp, let alert = push.alert
        else { return ignore(.missingKeys(missing)) }
        var activity = LiveActivity(
            id: device.nextActivityID, bundleID: app.bundleID, attributesType: type,
            attributes: ActivityPush.text(attributes), contentState: state, updates: updates,
            startedAt: now)
        guard LiveActivity.fits(attributes: activity.attributes, contentState: state) else {
            return ignore(.tooLarge)
        }
        if let answers {
            guard let fits = answers.contentStateFits else {
                decision.question = .contentState(
                    activityID: activity.id, attributesType: type, json: state)
                return decision
            }
            guard fits else { return ignore(.undecodable(isStart: true)) }
        }
        activity.put(
            LiveActivity.Content(
                state: state, staleDate: push.staleDate,
                relevanceScore: push.relevanceScore),
            timestamp: timestamp, at: now)
        finishStart(&activity, alert)
        return decision
    }

    /// Returns the reason why no activity may start; `nil` if an activity may start.
    private func refuseStart(_ typeOfToken: String?) -> ActivityRefusal? {
        guard device.runsSystem(17, 2) else { return .startNeedsNewerSystem }
        guard device.areActivitiesEnabled(of: app.bundleID) else {
            return app.activitiesEnabled ? .notDeclared : .switchedOff
        }
        guard !push.contentStateIsNoObject else { return .contentStateIsNoObject }
        guard missing.isEmpty, let type = push.fields.attributesType else {
            return .missingKeys(missing)
        }
        let types = typeOfToken.map { [$0] } ?? app.bundle.activityTypes
        guard types.contains(type) else { return .otherType(type, known: types) }
        if let channel = push.fields.inputPushChannel {
            guard device.runsSystem(18) else { return .channelNeedsNewerSystem }
            guard ChannelID(channel) != nil else { return .invalidChannel }
        }
        guard device.activityCountFailure(of: app.bundleID) == nil else {
            return .tooManyActivities
        }
        return nil
    }

    /// The required keys that are missing.
    private var missing: [String] {
        let fields = push.fields
        let isThere: [(String, Bool)] = [
            ("timestamp", push.timestamp != nil),
            ("attributes-type", fields.attributesType != nil),
            ("attributes", fields.attributes != nil),
            ("content-state", push.contentState != nil),
            ("alert", push.alert != nil),
        ]
        return isThere.filter { !$0.1 }.map(\.0)
    }

    /// How the activity receives updates: through a channel if the payload names a channel;
    /// otherwise through its own token, unless the payload states that the activity needs no token.
    private var updates: LiveActivity.Updates {
        if let channel = push.fields.inputPushChannel { return .channel(channel) }
        return push.fields.inputPushToken == false && device.runsSystem(18) ? .app : .token
    }

    private mutating func finishStart(_ activity: inout LiveActivity, _ alert: LiveActivity.Alert) {
        decision.cite("LA-7", "LA-1")
        decision.outcome = .shown
        decision.report(.activity(.started(id: activity.id)))
        decision.activity = ActivityChange(activity: activity, isStart: true)
        present(alert, of: &activity)
        let wake = decision.appState.map(ArrivalDecision.Wake.init) ?? .inUse
        decision.wake = wake
        if wake != .inUse { decision.report(.activity(.ranApp(wake))) }
        if case .channel = activity.updates { decision.cite("LA-20") }
        if wake == .launched {
            decision.callbacks.append(
                Callback(
                    .didFinishLaunching, bundleID: app.bundleID, rule: "LA-7",
                    subject: .launch(.background)))
        }
        decision.callbacks.append(
            Callback(
                .activityStarted, bundleID: app.bundleID, rule: "LA-7", detail: activity.id,
                subject: .activity(activity)))
        if activity.updates == .token {
            decision.cite("LA-9")
            decision.linkOrders = [.registerActivity(id: activity.id)]
        }
        decision.activity?.activity = activity
    }
}

extension Device {
    /// The identifier of the next activity.
    var nextActivityID: String { "activity-\(lastActivityNumber + 1)" }
}
