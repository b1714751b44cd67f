// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway
import Foundation
import GatewayAPI
import HTTPTypes
import Testing

/// Topics, subscriptions, and the history of subscriptions, over HTTP.
@Suite(.timeLimit(.minutes(30))) struct TopicRoutesTests {
    private static let app = "/v1/apps/com.example.app"

    private func declare(_ http: HTTPScene) async throws {
        let stored = try await http.ask(.put, Self.app + "/topics/news", #"{"title":"News"}"#)
        #expect(stored.status == 200, "\(stored.text)")
        _ = try await http.ask(.put, Self.app + "/topics/offers", #"{"title":"Offers"}"#)
    }

    private func count(_ http: HTTPScene, _ filter: String) async throws -> Int {
        let body = String(decoding: try GatewayJSON.encode(["filter": filter]), as: UTF8.self)
        return try await http.ask(.post, Self.app + "/audience/count", body)
            .decode(AudienceCount.self).installations
    }

    @Test func `a server can subscribe a user, and the history contains each change`()
        async throws
    {
        try await HTTPScene.run { http in
            try await declare(http)
            try await http.scene.register()
            let path = "/v1/users/alex/topics/news"
            _ = try await http.ask(.put, path, #"{"subscribed":true,"note":"form 7"}"#)
            // Repeating a decision does not change anything.
            _ = try await http.ask(.put, path, #"{"subscribed":true,"note":"form 8"}"#)
            #expect(try await count(http, "topic news") == 1)
            #expect(try await count(http, "not topic news or topic offers") == 0)
            let one = try await http.ask(.get, "/v1/installations/i1")
                .decode(InstallationResource.self)
            #expect(one.topics == ["news"])
            _ = try await http.ask(.put, path, #"{"subscribed":false}"#)
            #expect(try await count(http, "topic in (news, offers)") == 0)
            let history = try await http.ask(.get, "/v1/users/alex/consent")
                .decode(ConsentList.self).decisions
            #expect(history.map(\.subscribed) == [true, false])
            #expect(history.map(\.note) == ["form 7", nil])
            #expect(history.allSatisfy { $0.source == .server && $0.installation == "i1" })
            let own = try await http.ask(.get, "/v1/installations/i1/consent?limit=1")
                .decode(ConsentList.self)
            #expect(own.decisions.count == 1)
            let rest = try await http.ask(
                .get, "/v1/installations/i1/consent?after=\(own.next ?? "")"
            ).decode(ConsentList.self)
            #expect(rest.decisions.map(\.subscribed) == [false])
        }
    }

    @Test func `an app can subscribe its installation, but only with the installation's secret`()
        async throws
    {
        try await DeviceScene.run { device in
            try await declare(device.http)
            _ = try await device.register()
            let path = device.path + "/topics/news"
            let stored = try await device.ask(.put, path, #"{"subscribed":true}"#)
            #expect(try stored.decode(TopicStateList.self).topics.map(\.topic) == ["news"])
            let list = try await device.ask(.get, device.path + "/topics")
            #expect(try list.decode(TopicStateList.self).topics.first?.subscribed == true)
            let history = try await device.http.ask(.get, "/v1/users/alex/consent")
                .decode(ConsentList.self).decisions
            #expect(history.map(\.source) == [.app])
            let wrong = try await device.ask(
                .put, path, #"{"subscribed":false}"#,
                secret: String(repeating: "other-Zz1", count: 5))
            #expect(try wrong.problem().code == "installation_secret_wrong")
            let unknown = try await device.ask(
                .put, device.path + "/topics/none", #"{"subscribed":true}"#)
            #expect(try unknown.problem().code == "topic_not_found")
        }
    }

    @Test func `when the user changes, only topics chosen without a user stay subscribed`()
        async throws
    {
        try await HTTPScene.run { http in
            try await declare(http)
            try await http.scene.register(user: nil)
            let path = "/v1/installations/i1/topics/"
            _ = try await http.ask(.put, path + "news", #"{"subscribed":true}"#)
            try await http.scene.register(user: "alex")
            #expect(try await count(http, "topic news") == 1)
            _ = try await http.ask(.put, path + "offers", #"{"subscribed":true}"#)
            // After the user has signed out, the installation keeps its topics.
            try await http.scene.register(user: nil)
            #expect(try await count(http, "topic offers") == 1)
            try await http.scene.register(user: "sam")
            #expect(try await count(http, "topic offers") == 0)
            #expect(try await count(http, "topic news") == 1)
            let history = try await http.ask(.get, "/v1/users/alex/consent")
                .decode(ConsentList.self).decisions
            #expect(history.map(\.source) == [.server, .otherUser])
            #expect(history.last?.subscribed == false)
        }
    }

    @Test func `a topic can be deleted once, and its history stays`() async throws {
        try await HTTPScene.run { http in
            try await declare(http)
            try await http.scene.register()
            _ = try await http.ask(
                .put, "/v1/installations/i1/topics/news", #"{"subscribed":true}"#)
            let list = try await http.ask(.get, Self.app + "/topics").decode(TopicList.self)
            #expect(list.topics.map(\.name) == ["news", "offers"])
            #expect(list.topics.first?.subscribed == 1)
            #expect(try await http.ask(.delete, Self.app + "/topics/news").status == 204)
            #expect(try await http.ask(.delete, Self.app + "/topics/news").status == 404)
            let problem = try await http.ask(
                .post, Self.app + "/audience/count", #"{"filter":"topic news"}"#
            ).problem()
            #expect(problem.code == "bad_filter")
            #expect(problem.column == 7)
            let history = try await http.ask(.get, "/v1/installations/i1/consent")
                .decode(ConsentList.self).decisions
            #expect(history.map(\.topic) == ["news"])
        }
    }

    @Test(
        arguments: [
            ("/topics/News", #"{"title":"News"}"#, "bad_value", "a to z"),
            ("/topics/news", "{}", "value_missing", "title"),
            ("/topics/news", #"{"title":1}"#, "bad_value", "string"),
        ])
    func `an invalid declaration of a topic is refused`(
        path: String, body: String, code: String, part: String
    ) async throws {
        try await HTTPScene.run { http in
            let problem = try await http.ask(.put, Self.app + path, body).problem()
            #expect(problem.code == code)
            #expect(problem.detail.contains(part), "\(problem.detail)")
        }
    }
}
