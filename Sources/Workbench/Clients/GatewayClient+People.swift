// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import GatewayAPI

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension GatewayClient {
    /// Returns a user with the first page of installations; `nil` if the user is unknown.
    package func user(_ user: String, app: String?) async throws -> UserResource? {
        try await find(path(user, app: app))
    }

    /// Returns the bytes of a user's export, as they arrive.
    package func exportUser(
        _ user: String, app: String?
    ) async throws -> any AsyncSequence<Data, any Error> & Sendable {
        try await caller.stream("GET", path(user, "/export", app: app), json: nil) {
            Self.failure($0)
        }
    }

    /// Returns the bytes of all installations of an app, as they arrive. The text has one line for
    /// each installation.
    package func exportInstallations(
        app: String, after: String?
    ) async throws -> any AsyncSequence<Data, any Error> & Sendable {
        var path = "/v1/apps/\(PercentCoding.encode(app))/installations"
        if let after { path += "?after=" + PercentCoding.encode(after) }
        return try await caller.stream("GET", path, json: nil) { Self.failure($0) }
    }

    private static func failure(_ response: HTTPCaller.Response) -> WorkFailure {
        let problem = try? GatewayJSON.decode(Problem.self, from: response.body)
        return WorkFailure(
            response.status < 500 ? .badInput : .unavailable,
            "the gateway: \(problem?.detail.printable ?? "status \(response.status)")")
    }

    /// Returns the attributes that an app has declared; `nil` if there is no such app.
    package func attributes(app: String) async throws -> AttributeList? {
        try await find("/v1/apps/\(PercentCoding.encode(app))/attributes")
    }

    /// Erases a user in an app, or in all apps.
    ///
    /// - Parameter isFinal: whether imports of the user are refused from now on.
    package func eraseUser(
        _ user: String, app: String?, isFinal: Bool
    ) async throws -> ErasureResource {
        var path = path(user, app: app)
        if isFinal { path += (app == nil ? "?" : "&") + "final=true" }
        return try read(try await caller.call("DELETE", path))
    }

    /// Returns the erasure of a user by its identifier; `nil` if the identifier is unknown.
    package func erasure(_ id: String) async throws -> ErasureResource? {
        try await find("/v1/erasures/\(PercentCoding.encode(id))")
    }

    /// Stores an alias of a user.
    package func putAlias(
        _ label: String, _ value: String, of user: String, app: String?
    ) async throws -> AliasResource {
        try await put(
            path(user, "/aliases/\(PercentCoding.encode(label))", app: app),
            try GatewayJSON.encode(AliasRequest(value: value)))
    }

    /// Removes an alias from a user. Returns `false` if the user has no alias with this label.
    package func deleteAlias(_ label: String, of user: String, app: String?) async throws -> Bool {
        try await remove(path(user, "/aliases/\(PercentCoding.encode(label))", app: app))
    }

    /// Assigns an installation, or all data of another user, to a user.
    package func merge(
        _ request: MergeRequest, into user: String, app: String?
    ) async throws -> MergeResource {
        let body: [String: String] =
            switch request {
            case .installation(let id): ["installation": id]
            case .user(let previous): ["from": previous]
            }
        return try await post(path(user, "/merge", app: app), try GatewayJSON.encode(body))
    }

    /// Stores a decision about a topic for all installations of a user.
    package func decide(
        _ decision: TopicDecision, topic: String, ofUser user: String, app: String?
    ) async throws -> UserResource {
        try await put(
            path(user, "/topics/\(PercentCoding.encode(topic))", app: app),
            try GatewayJSON.encode(decision))
    }

    /// Returns a page of the decisions of a user.
    package func consents(
        ofUser user: String, app: String?, after: String?
    ) async throws -> ConsentList {
        var path = path(user, "/consent", app: app)
        if let after { path += (app == nil ? "?" : "&") + "after=" + PercentCoding.encode(after) }
        return try read(try await caller.call("GET", path))
    }

    /// Declares a topic.
    package func putTopic(
        _ name: String, title: String, app: String
    ) async throws -> TopicResource {
        try await put(
            "\(topics(app))/\(PercentCoding.encode(name))",
            try GatewayJSON.encode(TopicRequest(title: title)))
    }

    /// Returns the topics of an app; `nil` if there is no such app.
    package func topics(app: String) async throws -> TopicList? { try await find(topics(app)) }

    /// Deletes a topic. Returns `false` if there is none with this name.
    package func deleteTopic(_ name: String, app: String) async throws -> Bool {
        try await remove("\(topics(app))/\(PercentCoding.encode(name))")
    }

    private func topics(_ app: String) -> String {
        "/v1/apps/\(PercentCoding.encode(app))/topics"
    }

    private func path(_ user: String, _ rest: String = "", app: String?) -> String {
        "/v1/users/\(PercentCoding.encode(user))\(rest)"
            + (app.map { "?app=" + PercentCoding.encode($0) } ?? "")
    }
}
