// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Activity {
    /// Shows something else. Since iOS 16.2.
    public func update(_ content: ActivityContent<ContentState>) async {
        await update(content, alertConfiguration: nil)
    }

    /// Shows something else, with an alert.
    public func update(
        _ content: ActivityContent<ContentState>, alertConfiguration: AlertConfiguration? = nil
    ) async {
        change(content, alertConfiguration, timestamp: nil)
    }

    /// Shows something else, unless something newer is shown. Since iOS 17.2.
    public func update(
        _ content: ActivityContent<ContentState>, alertConfiguration: AlertConfiguration? = nil,
        timestamp: Date
    ) async {
        change(content, alertConfiguration, timestamp: timestamp)
    }

    /// Ends it. Since iOS 16.2.
    public func end(
        _ content: ActivityContent<ContentState>?,
        dismissalPolicy: ActivityUIDismissalPolicy = .default
    ) async {
        app.endActivity(id, content.flatMap { try? Self.record($0) }, dismissalPolicy, nil)
    }

    /// Ends it, unless something newer is shown. Since iOS 17.2.
    public func end(
        _ content: ActivityContent<ContentState>?,
        dismissalPolicy: ActivityUIDismissalPolicy = .default, timestamp: Date
    ) async {
        app.endActivity(id, content.flatMap { try? Self.record($0) }, dismissalPolicy, timestamp)
    }

    /// Shows something else. Since iOS 16.1, deprecated in 16.2.
    public func update(
        using contentState: ContentState, alertConfiguration: AlertConfiguration? = nil
    ) async {
        let content = ActivityContent(state: contentState, staleDate: nil)
        change(content, alertConfiguration, timestamp: nil)
    }

    /// Ends it. Since iOS 16.1, deprecated in 16.2.
    public func end(
        using contentState: ContentState? = nil,
        dismissalPolicy: ActivityUIDismissalPolicy = .default
    ) async {
        let content = contentState.map { ActivityContent(state: $0, staleDate: nil) }
        app.endActivity(id, content.flatMap { try? Self.record($0) }, dismissalPolicy, nil)
    }

    /// What it shows. Since iOS 16.1, deprecated in 16.2.
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
