// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The parts of a message besides its payload: the header values, all optional.
public struct MessageOptions: Hashable, Sendable {
    public var pushType: PushType?
    public var priority: PushPriority?
    public var collapseID: CollapseID?
    public var expiry: Expiry?
    /// The topic, if it differs from the app's bundle identifier with the push type's suffix.
    public var topic: Topic?
    /// The bundle identifier, which is required only if several apps are possible.
    public var app: String?
    /// The environment, which is required only for a token that is not registered.
    public var environment: APNSEnvironment?
    /// The identifier of the Live Activity to update or end; `nil` for all matching Live
    /// Activities.
    public var activity: String?
    /// The name of the type of the Live Activity to start, update or end.
    public var attributesType: String?
    /// The lane; by default, it follows from the push type.
    public var lane: MessageLane?

    /// Changes to the message that the gateway makes for FCM, as a JSON merge patch (RFC 7396);
    /// `nil` for none.
    public var fcm: JSONObject?
    /// Changes to the declarative message that the gateway makes for browsers, as a JSON merge
    /// patch; `nil` for none.
    public var webPush: JSONObject?

    /// The time after which the gateway no longer sends a message.
    public enum Expiry: Hashable, Sendable {
        /// A number of seconds after the message's creation. 0 means that APNs makes one attempt
        /// and does not store the notification.
        case after(seconds: Int)
        case at(Date)
    }

    public init() {}

    /// The supported query parameters.
    public static let queryKeys = [
        "push_type", "priority", "collapse_id", "expires_in", "topic", "app", "environment",
        "activity", "attributes_type", "lane",
    ]

    /// Reads the options from the query of a request.
    public init(query: [(name: String, value: String)]) throws(Problem) {
        var seen: Set<String> = []
        for (name, value) in query {
            guard Self.queryKeys.contains(name) else {
                throw FormReader.unknown(name, keys: Self.queryKeys, at: nil)
            }
            guard seen.insert(name).inserted else {
                throw Self.bad(
                    name,
                    "occurs twice; keep only one of them")
            }
            try take(name, value)
        }
    }

    private mutating func take(_ name: String, _ value: String) throws(Problem) {
        switch name {
        case "push_type": pushType = try Self.word(name, value)
        case "environment": environment = try Self.word(name, value)
        case "lane": lane = try Self.word(name, value)
        case "activity": activity = try Self.name(name, value)
        case "attributes_type": attributesType = try Self.name(name, value)
        case "priority":
            guard let number = Int(value), let priority = PushPriority(rawValue: number) else {
                throw Self.bad(name, "is not a priority; send 10, 5 or 1")
            }
            self.priority = priority
        case "collapse_id":
            do { collapseID = try CollapseID(value) } catch {
                throw Self.bad(name, "is invalid: \(error)")
            }
        case "expires_in":
            guard let seconds = Int(value) else {
                throw Self.bad(name, "is not a whole number of seconds; send one such as 3600")
            }
            expiry = .after(seconds: try Self.checked(seconds, name))
        case "topic":
            guard Topic.isPlausible(value) else { throw Self.bad(name, Self.topicAdvice) }
            topic = Topic(value)
        default:
            guard Topic.isPlausible(value) else { throw Self.bad(name, Self.topicAdvice) }
            app = value
        }
    }

    private static let topicAdvice = "is not a bundle identifier; send one such as com.example.app"

    private static func word<Word: RawRepresentable & CaseIterable>(
        _ name: String, _ value: String
    ) throws(Problem) -> Word where Word.RawValue == String {
        guard let word = Word(rawValue: value) else {
            throw bad(
                name,
                "has an unknown value; send one of "
                    + Word.allCases.map(\.rawValue).joined(separator: ", ")
            )
        }
        return word
    }

    private static func name(_ name: String, _ value: String) throws(Problem) -> String {
        if let problem = NameRule.fault(in: value) { throw bad(name, problem) }
        return value
    }

    /// Returns the given number of seconds, if it is between 0 and the longest lifetime.
    ///
    /// - Throws: ``/APNSWire/Problem`` otherwise.
    static func checked(_ seconds: Int, _ name: String) throws(Problem) -> Int {
        guard (0...GatewayLimits.lifetimeSecondsMax).contains(seconds) else {
            throw bad(
                name, "is out of range; send 0 to \(GatewayLimits.lifetimeSecondsMax) seconds")
        }
        return seconds
    }

    private static func bad(_ name: String, _ detail: String) -> Problem {
        Problem(.badQuery, "\"\(name)\" \(detail)", keyPath: name)
    }

    /// Returns these options, with missing values taken from other options.
    public func filled(from other: MessageOptions) -> MessageOptions {
        var result = self
        result.pushType = pushType ?? other.pushType
        result.priority = priority ?? other.priority
        result.collapseID = collapseID ?? other.collapseID
        result.expiry = expiry ?? other.expiry
        result.topic = topic ?? other.topic
        result.app = app ?? other.app
        result.environment = environment ?? other.environment
        result.activity = activity ?? other.activity
        result.attributesType = attributesType ?? other.attributesType
        result.lane = lane ?? other.lane
        result.fcm = fcm ?? other.fcm
        result.webPush = webPush ?? other.webPush
        return result
    }
}
