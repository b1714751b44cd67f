// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Calls of app code about Live Activities. The failures follow Apple's page on
// `ActivityAuthorizationError`.
extension Device {
    /// Starts an activity, or schedules it (`LA-1`, `LA-24`).
    ///
    /// Fails with ``ActivityFailure/missingProcessIdentifier`` if the app is not installed.
    public mutating func startActivity(
        _ request: ActivityRequest, of bundleID: String, at now: Date
    ) throws(ActivityFailure) -> ActionOutcome {
        guard let app = self[bundleID] else { throw .missingProcessIdentifier }
        if let failure = failure(of: request, by: app) { throw failure }
        var activity = LiveActivity(
            id: nextActivityID, bundleID: bundleID, attributesType: request.attributesType,
            attributes: request.attributes, contentState: request.contentState,
            updates: request.updates, startedAt: now)
        activity.isTransient = request.isTransient
        activity.lastAlert = request.alert
        if let start = request.start, start > now {
            activity.state = .pending
            activity.startedAt = start
        }
        activity.put(
            LiveActivity.Content(
                state: request.contentState, staleDate: request.staleDate,
                relevanceScore: request.relevanceScore.orZero),
            timestamp: now.timeIntervalSince1970, at: now)
        var outcome = ActionOutcome(device: self, at: now)
        outcome.device.lastActivityNumber += 1
        outcome.cite("LA-1")
        if activity.state == .pending { outcome.cite("LA-24") }
        outcome.put(activity, informing: .activityStarted, rule: "LA-1")
        outcome.startedActivity = activity
        if case .token = activity.updates {
            outcome.linkOrders.append(.registerActivity(id: activity.id))
        }
        self = outcome.device
        return outcome
    }

    /// Returns the reason why an activity cannot start; `nil` if it can start.
    private func failure(of request: ActivityRequest, by app: InstalledApp) -> ActivityFailure? {
        let needed =
            request.start != nil ? (26, 0) : request.isTransient ? (18, 0) : (16, 1)
        guard runsSystem(needed.0, needed.1) else { return .unsupported }
        guard app.capabilities.liveActivities else { return .unsupportedTarget }
        guard app.activitiesEnabled else { return .denied }
        guard request.isIntent || effectiveState(of: app) == .foreground else {
            return .visibility
        }
        // Apple's API requires an alert for a scheduled activity; in this request, the alert may be
        // missing.
        guard request.start == nil || request.alert != nil else { return .unsupported }
        switch request.updates {
        case .app: break
        case .token:
            guard app.capabilities.environment != nil else { return .unentitled }
        case .channel(let id):
            guard runsSystem(18) else { return .unsupported }
            guard app.capabilities.environment != nil else { return .unentitled }
            // Apple documents no case for an invalid channel (LA-20).
            guard ChannelID(id) != nil else { return .malformedActivityIdentifier }
        }
        guard
            LiveActivity.fits(
                attributes: request.attributes, contentState: request.contentState)
        else { return .attributesTooLarge }
        return activityCountFailure(of: app.bundleID)
    }

    /// Sets an activity's content; does nothing after the activity has ended (`LA-10`).
    ///
    /// - Parameter timestamp: The time at which the content was made, in seconds since 1970;
    ///   content that is older than the present content is ignored (`LA-5`). If `nil`, the content
    ///   is new and is never ignored.
    public mutating func updateActivity(
        _ id: String, contentState: String, staleDate: Date?, relevanceScore: Double,
        timestamp: Double?, alert: LiveActivity.Alert?, at now: Date
    ) -> ActionOutcome {
        var outcome = ActionOutcome(device: self, at: now)
        guard
            var activity = outcome.changeable(
                id, contentState: contentState, timestamp: timestamp)
        else { return outcome }
        let old = activity.state
        activity.put(
            LiveActivity.Content(
                state: contentState, staleDate: staleDate, relevanceScore: relevanceScore.orZero),
            timestamp: activity.stamp(timestamp, at: now), at: now)
        outcome.put(activity, alert, from: old)
        self = outcome.device
        return outcome
    }

    /// Ends an activity (`LA-12`).
    ///
    /// - Parameters:
    ///   - contentState: The final content; `nil` keeps the current content.
    ///   - timestamp: As in `updateActivity`.
    public mutating func endActivity(
        _ id: String, contentState: String?, staleDate: Date?, dismissal: ActivityDismissal,
        timestamp: Double?, at now: Date
    ) -> ActionOutcome {
        var outcome = ActionOutcome(device: self, at: now)
        guard
            var activity = outcome.changeable(
                id, contentState: contentState, timestamp: timestamp)
        else { return outcome }
        let old = activity.state
        if let contentState {
            activity.put(
                LiveActivity.Content(
                    state: contentState, staleDate: staleDate,
                    relevanceScore: activity.relevanceScore),
                timestamp: activity.stamp(timestamp, at: now), at: now)
        }
        activity.end(dismissal, at: now)
        outcome.cite("LA-12")
        outcome.put(activity, nil, from: old, hasContent: contentState != nil)
        self = outcome.device
        return outcome
    }
}

extension ActionOutcome {
    /// Returns the activity if it accepts this content; otherwise reports the reason and returns
    /// `nil`.
    fileprivate mutating func changeable(
        _ id: String, contentState: String?, timestamp: Double?
    ) -> LiveActivity? {
        guard let activity = device.activity(id), activity.isLive else {
            report(.activityNotChanged(id: id, .hasEnded))
            return nil
        }
        if let timestamp, activity.isOutdated(timestamp, device.choices) {
            report(.activityNotChanged(id: id, .outdated))
            return nil
        }
        if let contentState,
            !LiveActivity.fits(attributes: activity.attributes, contentState: contentState)
        {
            report(.activityNotChanged(id: id, .tooLarge))
            return nil
        }
        return activity
    }

    fileprivate mutating func put(
        _ changed: LiveActivity, _ alert: LiveActivity.Alert?, from old: LiveActivity.State,
        hasContent: Bool = true
    ) {
        var activity = changed
        if let alert, activity.state != .pending {
            activity.lastAlert = alert
            present(alert, of: activity)
        }
        switch (hasContent, activity.state != old) {
        case (true, true):
            put(activity, informing: .activityContent, .activityState, rule: "LA-23")
        case (true, false): put(activity, informing: .activityContent, rule: nil)
        case (false, _): put(activity, informing: .activityState, rule: "LA-23")
        }
    }
}

extension LiveActivity {
    /// Returns the timestamp of content that the app sets itself. The default is the current time,
    /// or the timestamp of the current content if that timestamp is later, so that the new content
    /// is never ignored.
    fileprivate func stamp(_ timestamp: Double?, at now: Date) -> Double {
        guard let timestamp, timestamp.isFinite else {
            return max(self.timestamp, now.timeIntervalSince1970)
        }
        return timestamp
    }
}

extension Double {
    /// This value; 0 if JSON cannot represent it.
    fileprivate var orZero: Double { isFinite ? self : 0 }
}

/// An app's request to start an activity. Source: `Activity.request`.
public struct ActivityRequest: Hashable, Sendable {
    public var attributesType: String
    /// The attributes, as the text of a JSON object.
    public var attributes: String
    /// The content state, as the text of a JSON object.
    public var contentState: String
    public var staleDate: Date?
    public var relevanceScore = 0.0
    public var updates: LiveActivity.Updates
    public var isTransient = false
    /// The start date of a scheduled activity, which needs an alert. If `nil`, the activity starts
    /// now.
    public var start: Date?
    public var alert: LiveActivity.Alert?
    /// Whether a `LiveActivityIntent` starts the activity. An intent may do so while the app is not
    /// in the foreground.
    public var isIntent = false

    public init(
        attributesType: String, attributes: String, contentState: String,
        updates: LiveActivity.Updates = .app
    ) {
        self.attributesType = attributesType
        self.attributes = attributes
        self.contentState = contentState
        self.updates = updates
    }
}

/// The time at which an ended activity is removed from the Lock Screen. Source:
/// `ActivityUIDismissalPolicy`.
public enum ActivityDismissal: Hashable, Sendable, Codable {
    case `default`
    case immediate
    case after(Date)
}

/// The reason why an activity cannot start. The cases are those of `ActivityAuthorizationError`.
public enum ActivityFailure: String, Error, Hashable, Sendable, Codable, CaseIterable {
    case attributesTooLarge = "attributes-too-large"
    case denied
    case globalMaximumExceeded = "global-maximum-exceeded"
    case malformedActivityIdentifier = "malformed-activity-identifier"
    case missingProcessIdentifier = "missing-process-identifier"
    case persistenceFailure = "persistence-failure"
    case reconnectNotPermitted = "reconnect-not-permitted"
    case targetMaximumExceeded = "target-maximum-exceeded"
    case unentitled
    case unsupported
    case unsupportedTarget = "unsupported-target"
    case visibility
}
