// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A Live Activity of the app. Available since iOS 16.1.
///
/// Proof for `@unchecked Sendable`: the stored properties are `let`s. The value of `attributes` was
/// decoded only for this object, and nothing in this class changes this value. If an attribute is
/// an instance of a class, the app is responsible for its thread safety.
public class Activity<Attributes: ActivityAttributes>: Identifiable, @unchecked Sendable {
    /// The content that changes while the Live Activity runs.
    public typealias ContentState = Attributes.ContentState
    /// A sequence of content updates.
    public typealias ContentUpdates = ActivitySequence<ActivityContent<ContentState>>
    /// A sequence of state updates.
    public typealias ActivityStateUpdates = ActivitySequence<ActivityState>
    /// A sequence of push tokens.
    public typealias PushTokenUpdates = ActivitySequence<Data>
    /// A sequence of Live Activities that start.
    public typealias ActivityUpdates = ActivitySequence<Activity<Attributes>>

    let app: any PhoneServices
    /// The content at the time this object was created.
    private let firstContent: ActivityContent<ContentState>
    /// The Live Activity's identifier.
    public let id: String
    /// The content that does not change while the Live Activity runs.
    public let attributes: Attributes

    /// Creates the object for a Live Activity on the phone; `nil` when the record's attributes are
    /// of another type or cannot be decoded.
    init?(app: any PhoneServices, record: ActivityRecord) {
        guard record.attributesType == Self.attributesType,
            let attributes = try? JSONDecoder().decode(Attributes.self, from: record.attributes),
            let content = Self.content(record.content)
        else { return nil }
        self.app = app
        firstContent = content
        id = record.id
        self.attributes = attributes
    }

    /// The name of the attributes type: the value of `attributes-type` in a push that starts a Live
    /// Activity.
    static var attributesType: String { String(describing: Attributes.self) }

    /// The current state; `dismissed` for a Live Activity that no longer exists.
    public var activityState: ActivityState { app.activity(id)?.state ?? .dismissed }

    /// The current content. For a Live Activity that no longer exists, the content at the time this
    /// object was created.
    public var content: ActivityContent<ContentState> {
        app.activity(id).flatMap { Self.content($0.content) } ?? firstContent
    }

    /// The current push token; `nil` right after the start.
    public var pushToken: Data? { app.activity(id)?.pushToken }

    /// A sequence of the Live Activity's content updates.
    public var contentUpdates: ContentUpdates {
        ActivitySequence(app, .activity(id)) { event in
            guard case .content(let record) = event else { return nil }
            return Self.content(record)
        }
    }

    /// A sequence of the Live Activity's state updates.
    public var activityStateUpdates: ActivityStateUpdates {
        ActivitySequence(app, .activity(id)) { event in
            guard case .state(let state) = event else { return nil }
            return state
        }
    }

    /// A sequence of the Live Activity's push tokens.
    public var pushTokenUpdates: PushTokenUpdates {
        ActivitySequence(app, .activity(id)) { event in
            guard case .pushToken(let token) = event else { return nil }
            return token
        }
    }

    /// Decodes content; `nil` when the content state does not match the type.
    static func content(_ record: ActivityContentRecord) -> ActivityContent<ContentState>? {
        guard let state = try? JSONDecoder().decode(ContentState.self, from: record.state) else {
            return nil
        }
        return ActivityContent(
            state: state, staleDate: record.staleDate, relevanceScore: record.relevanceScore)
    }
}
