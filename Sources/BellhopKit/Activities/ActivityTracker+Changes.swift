// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if os(iOS) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
public import Foundation
public import UserNotificationsShim

extension ActivityTracker {
    /// Starts a Live Activity and follows it. The app must be in the foreground (rule `LA-1`).
    ///
    /// - Parameters:
    ///   - staleDate: the date after which the content is out of date; the activity's view can then
    ///     show that the content is out of date (`LA-11`).
    ///   - relevance: the activity's relevance; of the app's activities, the one with the highest
    ///     relevance is shown on top (`LA-19`).
    /// - Throws: `ActivityAuthorizationError`, for instance `denied` when the person turned Live
    ///   Activities off, or `attributesTooLarge` when the data exceeds 4 KB;
    ///   ``ActivityTrackerError``.
    @discardableResult
    public func start<Attributes: ActivityAttributes & Sendable>(
        _ attributes: Attributes, state: Attributes.ContentState, staleDate: Date? = nil,
        relevance: Double = 0, updates: ActivityUpdates = .byToken
    ) throws -> Activity<Attributes> {
        track(Attributes.self)
        let activity = try Activity.request(
            attributes: attributes,
            content: ActivityContent(
                state: state, staleDate: staleDate, relevanceScore: relevance),
            pushType: try updates.pushType)
        follow(activity)
        return activity
    }

    /// Returns the activities of a type that still accept updates.
    public func live<Attributes: ActivityAttributes & Sendable>(
        _ type: Attributes.Type = Attributes.self,
        where isMeant: (Attributes) -> Bool = { _ in true }
    ) -> [Activity<Attributes>] {
        Activity<Attributes>.activities.filter {
            $0.activityState.isLive && isMeant($0.attributes)
        }
    }

    /// Changes the content when the app learns of a change before the server sends it. Pushes that
    /// were sent earlier are then outdated and have no effect (rule `LA-5`).
    ///
    /// - Parameters:
    ///   - staleDate: the date from which the content is out of date; `nil` if it never becomes out
    ///     of date.
    ///   - relevance: the new relevance; `nil` leaves it unchanged.
    ///   - alert: an alert for the person, which also turns the screen on (`LA-18`).
    public func update<Attributes: ActivityAttributes & Sendable>(
        _ activity: Activity<Attributes>, to state: Attributes.ContentState,
        staleDate: Date? = nil, relevance: Double? = nil,
        alert: sending AlertConfiguration? = nil
    ) async where Attributes.ContentState: Sendable {
        await Self.update(
            Attributes.self, activity.id, to: state, staleDate: staleDate, relevance: relevance,
            alert: alert)
    }

    /// Ends an activity, and reports to the server that the activity's token is no longer in use.
    ///
    /// - Parameters:
    ///   - state: the final content; `nil` keeps the current content.
    ///   - dismissal: how long the activity stays on the Lock Screen, four hours at most (rule
    ///     `LA-12`).
    public func end<Attributes: ActivityAttributes & Sendable>(
        _ activity: Activity<Attributes>, state: Attributes.ContentState? = nil,
        dismissal: sending ActivityUIDismissalPolicy = .default
    ) async where Attributes.ContentState: Sendable {
        await Self.end(Attributes.self, activity.id, state: state, dismissal: dismissal)
    }

    /// Ends all activities of the tracked types, for instance when the person signs out.
    public func endAll() async { await endTracked() }
}

// Apple's `Activity` is not marked `Sendable`, and its asynchronous methods run off the main actor.
// Therefore, the code looks up an activity by its identifier where it uses the activity, so that no
// activity is passed between actors.
extension ActivityTracker {
    nonisolated static func endAll<Attributes: ActivityAttributes & Sendable>(
        _ type: Attributes.Type
    ) async {
        for activity in Activity<Attributes>.activities {
            await activity.end(nil, dismissalPolicy: .immediate)
        }
    }

    private nonisolated static func update<Attributes: ActivityAttributes & Sendable>(
        _ type: Attributes.Type, _ id: String, to state: Attributes.ContentState,
        staleDate: Date?, relevance: Double?, alert: sending AlertConfiguration?
    ) async where Attributes.ContentState: Sendable {
        guard let activity = Activity<Attributes>.activities.first(where: { $0.id == id })
        else { return }
        let content = ActivityContent(
            state: state, staleDate: staleDate,
            relevanceScore: relevance ?? activity.content.relevanceScore)
        await activity.update(content, alertConfiguration: alert)
    }

    private nonisolated static func end<Attributes: ActivityAttributes & Sendable>(
        _ type: Attributes.Type, _ id: String, state: Attributes.ContentState?,
        dismissal: sending ActivityUIDismissalPolicy
    ) async where Attributes.ContentState: Sendable {
        guard let activity = Activity<Attributes>.activities.first(where: { $0.id == id })
        else { return }
        let content = state.map { ActivityContent(state: $0, staleDate: nil) }
        await activity.end(content, dismissalPolicy: dismissal)
    }
}
#endif
