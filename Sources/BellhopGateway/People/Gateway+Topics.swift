// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import GatewayAPI

extension Gateway {
    // MARK: Declarations

    /// Declares a topic of an app, or changes its title.
    public func putTopic(
        _ name: String, _ request: TopicRequest, of bundleID: String
    ) async throws -> TopicResource {
        if let fault = AliasRule.fault(inLabel: name) {
            throw Problem(
                .badValue, "the topic \"\(name.prefix(64))\" \(fault)", keyPath: "topic")
        }
        let topic = TopicResource(name: name, title: request.title)
        switch try await requirePeople().put(topic, app: bundleID) {
        case true?: return topic
        case false?:
            throw Problem(
                .tooManyEntries,
                "\(bundleID) has \(GatewayLimits.topicsPerAppMax) topics, which is the limit; use "
                    + "tags for what people do not choose themselves")
        case nil: throw Problem.appNotFound(bundleID)
        }
    }

    /// Returns the topics that an app has declared, with the number of subscribed installations of
    /// each topic.
    public func topics(of bundleID: String) async throws -> TopicList {
        TopicList(topics: try await declaredTopics(of: bundleID, counts: true))
    }

    func declaredTopics(
        of bundleID: String, counts: Bool = false
    ) async throws -> [TopicResource] {
        guard let topics = try await requirePeople().topics(of: bundleID, counts: counts) else {
            throw Problem.appNotFound(bundleID)
        }
        return topics
    }

    /// Deletes a topic with its subscriptions. The history of decisions stays.
    public func deleteTopic(_ name: String, of bundleID: String) async throws {
        guard try await requirePeople().deleteTopic(name, of: bundleID) else {
            throw Problem.topicNotFound(name, bundleID)
        }
    }

    // MARK: Decisions

    /// Stores a decision about a topic at the request of a server.
    public func decide(
        _ decision: TopicDecision, topic: String, ofInstallation id: String,
        within apps: AppLimit = .none
    ) async throws -> TopicStateList {
        let app = try await installation(id: id, within: apps).app
        return try await decide(decision, .server, topic: topic, ofInstallation: id, app: app)
    }

    /// Stores a decision about a topic at the request of the app.
    func decideOnDevice(
        _ decision: TopicDecision, topic: String, id: String, by caller: DeviceCaller
    ) async throws -> TopicStateList {
        try await check(id, caller)
        return try await decide(
            decision, .app, topic: topic, ofInstallation: id, app: caller.app.bundleID)
    }

    private func decide(
        _ decision: TopicDecision, _ source: ConsentResource.Source, topic: String,
        ofInstallation id: String, app: String
    ) async throws -> TopicStateList {
        let people = try requirePeople()
        let outcome = try await people.decide(
            .init(isOn: decision.subscribed, source: source, note: decision.note), topic: topic,
            installation: id, now: time.now)
        switch outcome {
        case .stored: return TopicStateList(topics: try await people.states(ofInstallation: id))
        case .topicNotFound: throw Problem.topicNotFound(topic, app)
        case .notFound, .tooMany: throw Problem.installationNotFound
        }
    }

    /// Returns the decisions of an installation at the request of the app.
    func deviceTopics(id: String, by caller: DeviceCaller) async throws -> TopicStateList {
        try await check(id, caller)
        return TopicStateList(topics: try await requirePeople().states(ofInstallation: id))
    }

    /// Stores a decision about a topic for all installations of a user.
    public func decide(
        _ decision: TopicDecision, topic: String, ofUser text: String, app: String? = nil,
        within apps: AppLimit = .none
    ) async throws -> UserResource {
        let (user, app) = try await userPlace(text, app: app, within: apps)
        let outcome = try await requirePeople().decide(
            .init(isOn: decision.subscribed, source: .server, note: decision.note), topic: topic,
            user: user, app: app, now: time.now)
        switch outcome {
        case .stored: return try await self.user(text, app: app, within: apps)
        case .topicNotFound: throw Problem.topicNotFound(topic, app)
        case .notFound: throw Problem.userNotFound(app)
        case .tooMany:
            throw Problem(
                .tooManyEntries,
                "the user has more than \(GatewayLimits.installationsPerUserMax) installations; "
                    + "send the decision for each installation")
        }
    }

    // MARK: History

    /// Returns a page of the decisions of an installation.
    public func consents(
        ofInstallation id: String, after: String? = nil,
        limit: Int = GatewayLimits.pageEntriesDefault, within apps: AppLimit = .none
    ) async throws -> ConsentList {
        _ = try await installation(id: id, within: apps)
        return try page(
            try await requirePeople().consents(
                ofInstallation: id, after: Self.number(after), limit: Self.clamped(limit)),
            limit: Self.clamped(limit))
    }

    /// Returns a page of the decisions of a user.
    public func consents(
        ofUser text: String, app: String? = nil, after: String? = nil,
        limit: Int = GatewayLimits.pageEntriesDefault, within apps: AppLimit = .none
    ) async throws -> ConsentList {
        let (user, app) = try await userPlace(text, app: app, within: apps)
        return try page(
            try await requirePeople().consents(
                of: user, app: app, after: Self.number(after), limit: Self.clamped(limit)),
            limit: Self.clamped(limit))
    }

    private static func number(_ after: String?) -> Int64 { after.flatMap { Int64($0) } ?? 0 }

    private static func clamped(_ limit: Int) -> Int {
        max(1, min(limit, GatewayLimits.pageEntriesMax))
    }

    private func page(
        _ entries: [(number: Int64, ConsentResource)], limit: Int
    ) throws -> ConsentList {
        ConsentList(
            decisions: entries.map { $1 },
            next: entries.count == limit ? entries.last.map { String($0.number) } : nil)
    }
}

extension Problem {
    fileprivate static func topicNotFound(_ name: String, _ app: String) -> Problem {
        Problem(
            .topicNotFound,
            "\(app) has not declared the topic \"\(name.prefix(64))\"; declare it with PUT "
                + "/v1/apps/\(app)/topics/{topic}", keyPath: "topic")
    }
}
