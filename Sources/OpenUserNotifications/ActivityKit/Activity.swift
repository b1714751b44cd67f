// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A Live Activity of the app. Apple: since iOS 16.1.
///
/// Proof for `@unchecked Sendable`: the stored properties are `let`s. `attributes` was decoded for
/// this object alone and nothing here changes it; a class among the attributes is the app's own.
public class Activity<Attributes: ActivityAttributes>: Identifiable, @unchecked Sendable {
    /// What changes while it runs.
    public typealias ContentState = Attributes.ContentState
    /// Tells of content.
    public typealias ContentUpdates = ActivitySequence<ActivityContent<ContentState>>
    /// Tells of states.
    public typealias ActivityStateUpdates = ActivitySequence<ActivityState>
    /// Tells of tokens.
    public typealias PushTokenUpdates = ActivitySequence<Data>
    /// Tells of Live Activities that start.
    public typealias ActivityUpdates = ActivitySequence<Activity<Attributes>>

    let app: any PhoneServices
    /// What it showed when this object was made.
    private let firstContent: ActivityContent<ContentState>
    /// Its name.
    public let id: String
    /// What it is about.
    public let attributes: Attributes

    /// Takes a Live Activity of the phone; nil when its attributes are of another type.
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

    /// The name that a push to start gives.
    static var attributesType: String { String(describing: Attributes.self) }

    /// Where it stands.
    public var activityState: ActivityState { app.activity(id)?.state ?? .dismissed }

    /// What it shows; once it is gone, what it showed last.
    public var content: ActivityContent<ContentState> {
        app.activity(id).flatMap { Self.content($0.content) } ?? firstContent
    }

    /// Its token; nil right after the start.
    public var pushToken: Data? { app.activity(id)?.pushToken }

    /// Tells what it shows.
    public var contentUpdates: ContentUpdates {
        ActivitySequence(app, .activity(id)) { event in
            guard case .content(let record) = event else { return nil }
            return Self.content(record)
        }
    }

    /// Tells where it stands.
    public var activityStateUpdates: ActivityStateUpdates {
        ActivitySequence(app, .activity(id)) { event in
            guard case .state(let state) = event else { return nil }
            return state
        }
    }

    /// Tells its tokens.
    public var pushTokenUpdates: PushTokenUpdates {
        ActivitySequence(app, .activity(id)) { event in
            guard case .pushToken(let token) = event else { return nil }
            return token
        }
    }

    /// Reads content; nil when it does not fit the type.
    static func content(_ record: ActivityContentRecord) -> ActivityContent<ContentState>? {
        guard let state = try? JSONDecoder().decode(ContentState.self, from: record.state) else {
            return nil
        }
        return ActivityContent(
            state: state, staleDate: record.staleDate, relevanceScore: record.relevanceScore)
    }
}
