// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway
import Foundation
import GatewayAPI
import HTTPTypes
import Simulation
import Testing

/// Users, aliases, merging, erasure and export over HTTP.
@Suite(.timeLimit(.minutes(30))) struct UserRoutesTests {
    private func token(_ number: Int) -> String {
        String(repeating: "0", count: 60) + String(1_000 + number)
    }

    private func user(_ http: HTTPScene, _ name: String) async throws -> UserResource {
        try await http.ask(.get, "/v1/users/\(name)").decode(UserResource.self)
    }

    @Test func `a user is found by an alias, with pages of installations`() async throws {
        try await HTTPScene.run { http in
            try await http.scene.register("i1", token: token(1))
            try await http.scene.register("i2", token: token(2))
            try await http.scene.register("i3", token: token(3), user: "sam")
            _ = try await http.ask(
                .put, "/v1/users/alex/aliases/crm", #"{"value":"47:11"}"#)
            let found = try await user(http, "alias:crm:47:11")
            #expect(found.user == "alex")
            #expect(found.installations.map(\.id) == ["i1", "i2"])
            #expect(found.aliases == ["crm": "47:11"])
            #expect(found.installationCount == 2)
            #expect(found.lastSeen != nil)
            let page = try await http.ask(.get, "/v1/users/alex?limit=1")
                .decode(UserResource.self)
            #expect(page.installations.map(\.id) == ["i1"])
            #expect(page.next == "i1")
        }
    }

    @Test func `a message can be sent to an alias until the alias is deleted`() async throws {
        try await HTTPScene.run { http in
            try await http.scene.register()
            _ = try await http.ask(.put, "/v1/users/alex/aliases/crm", #"{"value":"4711"}"#)
            let sent = try await http.curl("/v1/users/alias:crm:4711/messages", "Hello")
            #expect(sent.status == 202, "\(sent.text)")
            let unknown = try await http.curl("/v1/users/alias:crm:1/messages", "Hello")
            #expect(try unknown.problem().code == "user_not_found")
            #expect(try await http.ask(.delete, "/v1/users/alex/aliases/crm").status == 204)
            #expect(try await http.ask(.delete, "/v1/users/alex/aliases/crm").status == 404)
            #expect(
                try await http.curl("/v1/users/alias:crm:4711/messages", "Hello").status == 404)
        }
    }

    @Test func `an alias belongs to one user, and a user has one value for each label`()
        async throws
    {
        try await HTTPScene.run { http in
            try await http.scene.register()
            let path = "/v1/users/alex/aliases/crm"
            #expect(try await http.ask(.put, path, #"{"value":"1"}"#).status == 200)
            #expect(try await http.ask(.put, path, #"{"value":"1"}"#).status == 200)
            #expect(try await http.ask(.put, path, #"{"value":"2"}"#).status == 200)
            let taken = try await http.ask(
                .put, "/v1/users/sam/aliases/crm", #"{"value":"2"}"#)
            #expect(try taken.problem().code == "alias_taken")
            // The first value is free again.
            let free = try await http.ask(.put, "/v1/users/sam/aliases/crm", #"{"value":"1"}"#)
            #expect(free.status == 200)
            #expect(try await user(http, "alex").aliases == ["crm": "2"])
        }
    }

    @Test(
        arguments: [
            ("GET", "/v1/users/nobody", nil, "user_not_found", "no installation"),
            ("GET", "/v1/users/alias:crm", nil, "bad_value", "alias:LABEL:VALUE"),
            ("GET", "/v1/users/alias:CRM:1", nil, "bad_value", "a to z"),
            ("GET", "/v1/users/alex?app=com.example.none", nil, "app_not_found", "none"),
            ("PUT", "/v1/users/alex/aliases/C%20M", #"{"value":"1"}"#, "bad_value", "label"),
            ("PUT", "/v1/users/alex/aliases/crm", #"{"value":""}"#, "bad_value", "empty"),
            ("PUT", "/v1/users/alex/aliases/crm", #"{"vlaue":"1"}"#, "unknown_key", "value"),
            (
                "PUT", "/v1/users/alex/topics/none", #"{"subscribed":true}"#, "topic_not_found",
                "PUT"
            ),
            ("POST", "/v1/users/alex/merge", "{}", "value_missing", "either"),
            ("POST", "/v1/users/alex/merge", #"{"from":"none"}"#, "user_not_found", "spelling"),
            (
                "POST", "/v1/users/alex/merge", #"{"installation":"none"}"#,
                "installation_not_found", "installation"
            ),
            ("DELETE", "/v1/users/alex?final=yes", nil, "bad_query", "true"),
            ("DELETE", "/v1/users/alex?fnal=true", nil, "unknown_key", "final"),
            ("GET", "/v1/erasures/none", nil, "erasure_not_found", "DELETE"),
        ] as [(String, String, String?, String, String)])
    func `a wrong request is refused with an error code and an explanation`(
        method: String, path: String, body: String?, code: String, part: String
    ) async throws {
        try await HTTPScene.run { http in
            let method = try #require(HTTPRequest.Method(rawValue: method))
            let problem = try await http.ask(method, path, body).problem()
            #expect(problem.code == code)
            #expect(problem.detail.contains(part), "\(problem.detail)")
        }
    }

    @Test func `a merge gives an anonymous installation and its tags to the user`() async throws {
        try await HTTPScene.run { http in
            try await http.scene.register("i1", token: token(1), user: nil)
            _ = try await http.ask(.put, "/v1/installations/i1/tags/beta")
            let merged = try await http.ask(
                .post, "/v1/users/alex/merge", #"{"installation":"i1"}"#)
            #expect(try merged.decode(MergeResource.self).installations == 1)
            #expect(try await user(http, "alex").installations.first?.tags == ["beta"])
            let refused = try await http.ask(
                .post, "/v1/users/sam/merge", #"{"installation":"i1"}"#)
            #expect(try refused.problem().code == "installation_of_other_user")
            let again = try await http.ask(
                .post, "/v1/users/alex/merge", #"{"installation":"i1"}"#)
            #expect(try again.decode(MergeResource.self).installations == 0)
        }
    }

    @Test func `a merge moves a guest's installations, and aliases whose labels the user lacks`()
        async throws
    {
        try await HTTPScene.run { http in
            try await http.scene.register("i1", token: token(1), user: "alex")
            try await http.scene.register("i2", token: token(2), user: "guest")
            for (user, label, value) in [
                ("alex", "crm", "1"), ("guest", "crm", "2"), ("guest", "shop", "3"),
            ] {
                _ = try await http.ask(
                    .put, "/v1/users/\(user)/aliases/\(label)", #"{"value":"\#(value)"}"#)
            }
            let sent = try await http.curl("/v1/users/guest/messages", "Hello")
                .decode(MessageResource.self)
            let merged = try await http.ask(
                .post, "/v1/users/alex/merge", #"{"from":"guest"}"#
            ).decode(MergeResource.self)
            #expect(merged.installations == 1)
            #expect(merged.aliases == 1)
            #expect(merged.droppedAliases == 1)
            let alex = try await user(http, "alex")
            #expect(alex.installations.map(\.id) == ["i1", "i2"])
            #expect(alex.aliases == ["crm": "1", "shop": "3"])
            #expect(try await http.ask(.get, "/v1/users/guest").status == 404)
            // The message that waits for the guest is still sent, to the same device.
            let message = try await http.ask(.get, "/v1/messages/\(sent.id)")
                .decode(MessageResource.self)
            #expect(message.states["queued"] == 1)
        }
    }

    @Test func `an erased user is unknown, and the record of the erasure does not name the user`()
        async throws
    {
        try await HTTPScene.run { http in
            try await http.scene.register()
            let sent = try await http.curl("/v1/users/alex/messages", "Hello")
                .decode(MessageResource.self)
            let response = try await http.ask(.delete, "/v1/users/alex")
            #expect(response.status == 200)
            #expect(!response.text.contains("alex"))
            let order = try response.decode(ErasureResource.self)
            #expect(order.state == .done)
            #expect(
                try await http.ask(.get, "/v1/erasures/\(order.id)")
                    .decode(ErasureResource.self) == order)
            #expect(try await http.ask(.get, "/v1/users/alex").status == 404)
            #expect(try await http.ask(.get, "/v1/messages/\(sent.id)").status == 404)
            #expect(try await http.ask(.get, "/v1/installations/i1").status == 404)
        }
    }

    @Test func `an export contains what is stored about a user, except the device token`()
        async throws
    {
        try await HTTPScene.run { http in
            try await http.scene.register()
            _ = try await http.ask(
                .put, "/v1/apps/com.example.app/topics/news", #"{"title":"News"}"#)
            _ = try await http.ask(
                .put, "/v1/users/alex/topics/news", #"{"subscribed":true,"note":"form 7"}"#)
            _ = try await http.ask(.put, "/v1/users/alex/aliases/crm", #"{"value":"4711"}"#)
            let sent = try await http.curl("/v1/users/alex/messages", "Dinner is ready")
                .decode(MessageResource.self)
            let receipt = Receipt(message: sent.id, event: .opened, at: http.scene.clock.now)
            _ = try await http.scene.store.addReceipts(
                [receipt], installationID: "i1", now: http.scene.clock.now)
            let response = try await http.ask(.get, "/v1/users/alex/export")
            #expect(response.status == 200)
            let export = try JSONReader.read(Array(response.body)).value
            let object = try #require(export.objectValue)
            for (name, count) in [
                ("installations", 1), ("decisions", 1), ("messages", 1), ("receipts", 1),
                ("topics", 1),
            ] {
                #expect(object[name]?.arrayValue?.count == count, "\(name)")
            }
            for part in ["4711", "Dinner is ready", "form 7", "opened", "queued"] {
                #expect(response.text.contains(part), "\(part)")
            }
            #expect(!response.text.contains(GatewayScene.tokenHex))
        }
    }
}
