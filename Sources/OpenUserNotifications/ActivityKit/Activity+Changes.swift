// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Activity {
    /// Updates the Live Activity's content. Available since iOS 16.2.
    public func update(_ content: ActivityContent<ContentState>) async {
        await update(content, alertConfiguration: nil)
    }

    /// Updates the Live Activity's content, with an alert.
    public func update(
        _ content: ActivityContent<ContentState>, alertConfiguration: AlertConfiguration? = nil
    ) async {
        change(content, alertConfiguration, timestamp: nil)
    }

    /// Updates the Live Activity's content, unless its current content is newer than the timestamp.
    /// Available since iOS 17.2.
    public func update(
        _ content: ActivityContent<ContentState>, alertConfiguration: AlertConfiguration? = nil,
        timestamp: Date
    ) async {
        change(content, alertConfiguration, timestamp: timestamp)
    }

    /// Ends the Live Activity. Available since iOS 16.2.
    public func end(
        _ content: ActivityContent<ContentState>?,
        dismissalPolicy: ActivityUIDismissalPolicy = .default
    ) async {
        app.endActivity(id, content.flatMap { try? Self.record($0) }, dismissalPolicy, nil)
    }

    /// Ends the Live Activity, unless its current content is newer than the timestamp. Available
    /// since iOS 17.2.
    public func end(
        _ content: ActivityContent<ContentState>?,
        dismissalPolicy: ActivityUIDismissalPolicy = .default, timestamp: Date
    ) async {
        app.endActivity(id, content.flatMap { try? Self.record($0) }, dismissalPolicy, timestamp)
    }

    /// Updates the Live Activity's content. Available since iOS 16.1, deprecated in 16.2.
    public func update(
        using contentState: ContentState, alertConfiguration: AlertConfiguration? = nil
    ) async {
        let content = ActivityContent(state: contentState, staleDate: nil)
        change(content, alertConfiguration, timestamp: nil)
    }

    /// Ends the Live Activity. Available since iOS 16.1, deprecated in 16.2.
    public func end(
        using contentState: ContentState? = nil,
        dismissalPolicy: ActivityUIDismissalPolicy = .default
    ) async {
        let content = contentState.map { ActivityContent(state: $0, staleDate: nil) }
        app.endActivity(id, content.flatMap { try? Self.record($0) }, dismissalPolicy, nil)
    }

    /// The current content state. Available since iOS 16.1, deprecated in 16.2.
    public var contentState: ContentState { content.state }

    private func change(
        _ content: ActivityContent<ContentState>, _ alert: AlertConfiguration?, timestamp: Date?
    ) {
        guard let record = try? Self.record(content) else { return }
        app.updateActivity(id, record, alert, timestamp)
    }

    static func record(
        _ content: ActivityContent<ContentState>
    ) throws -> ActivityContentRecord {
        ActivityContentRecord(
            state: try JSONEncoder().encode(content.state), staleDate: content.staleDate,
            relevanceScore: content.relevanceScore)
    }
}
