// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Activity {
    /// Starts a Live Activity. Available since iOS 16.2.
    ///
    /// - Throws: ``ActivityAuthorizationError``.
    public static func request(
        attributes: Attributes, content: ActivityContent<ContentState>, pushType: PushType? = nil
    ) throws -> Activity<Attributes> {
        try start(attributes, content, pushType, .standard)
    }

    /// Starts a Live Activity with a style. Available since iOS 18.0.
    ///
    /// - Throws: ``ActivityAuthorizationError``.
    public static func request(
        attributes: Attributes, content: ActivityContent<ContentState>, pushType: PushType? = nil,
        style: ActivityStyle
    ) throws -> Activity<Attributes> {
        try start(attributes, content, pushType, style)
    }

    /// Schedules a Live Activity. Available since iOS 26.0.
    ///
    /// - Parameters:
    ///   - alertConfiguration: the alert shown when the Live Activity starts.
    ///   - start: the start date.
    /// - Throws: ``ActivityAuthorizationError``.
    public static func request(
        attributes: Attributes, content: ActivityContent<ContentState>, pushType: PushType? = nil,
        style: ActivityStyle, alertConfiguration: AlertConfiguration, start: Date
    ) throws -> Activity<Attributes> {
        try self.start(attributes, content, pushType, style, alertConfiguration, start)
    }

    /// Schedules a Live Activity. In the first betas of iOS 26, the parameter for the start date
    /// had the name `startDate`.
    public static func request(
        attributes: Attributes, content: ActivityContent<ContentState>, pushType: PushType? = nil,
        style: ActivityStyle, alertConfiguration: AlertConfiguration, startDate: Date
    ) throws -> Activity<Attributes> {
        try start(attributes, content, pushType, style, alertConfiguration, startDate)
    }

    /// Starts a Live Activity. Available since iOS 16.1, deprecated in 16.2.
    public static func request(
        attributes: Attributes, contentState: ContentState, pushType: PushType? = nil
    ) throws -> Activity<Attributes> {
        try start(
            attributes, ActivityContent(state: contentState, staleDate: nil), pushType, .standard)
    }

    /// The app's Live Activities of this kind.
    public static var activities: [Activity<Attributes>] {
        let app = PhoneContext.current.services
        return app.activities.compactMap { Activity(app: app, record: $0) }
    }

    /// A sequence of the Live Activities that start, including Live Activities that a push starts.
    public static var activityUpdates: ActivityUpdates {
        let app = PhoneContext.current.services
        return ActivitySequence(app, .starts) { event in
            guard case .started(let record) = event else { return nil }
            return Activity(app: app, record: record)
        }
    }

    /// The token for a push that starts a Live Activity. Available since iOS 17.2.
    public static var pushToStartToken: Data? {
        PhoneContext.current.services.pushToStartToken(attributesType)
    }

    /// A sequence of the tokens for pushes that start a Live Activity. Available since iOS 17.2.
    public static var pushToStartTokenUpdates: PushTokenUpdates {
        ActivitySequence(PhoneContext.current.services, .pushToStart(attributesType)) { event in
            guard case .pushToken(let token) = event else { return nil }
            return token
        }
    }

    private static func start(
        _ attributes: Attributes, _ content: ActivityContent<ContentState>,
        _ pushType: PushType?, _ style: ActivityStyle, _ alert: AlertConfiguration? = nil,
        _ startDate: Date? = nil
    ) throws -> Activity<Attributes> {
        let app = PhoneContext.current.services
        let request = ActivityStart(
            attributesType: attributesType, attributes: try JSONEncoder().encode(attributes),
            content: try record(content), pushType: pushType, style: style, alert: alert,
            startDate: startDate)
        guard let activity = Activity(app: app, record: try app.startActivity(request)) else {
            throw ActivityAuthorizationError.persistenceFailure
        }
        return activity
    }
}
