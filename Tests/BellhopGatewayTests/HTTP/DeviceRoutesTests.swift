// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway
import Foundation
import GatewayAPI
import HTTPTypes
import Simulation
import Testing

@Suite(.timeLimit(.minutes(30)))
struct DeviceRoutesTests {
    private let path = "/v1/device/installations/i1"

    @Test func `an app registers, fetches a message, sends receipts, and deletes its installation`()
        async throws
    {
        try await DeviceScene.run { device in
            let registered = try await device.register()
            #expect(registered.status == 200, "\(registered.text)")
            let installation = try registered.decode(InstallationResource.self)
            #expect(installation.environment == .sandbox)
            #expect(installation.platform == .iOS)
            #expect(installation.permission?.authorization == .provisional)
            #expect(installation.encryptionKey?.publicKey == Data([1, 2, 3]))
            #expect(installation.tokens.map(\.activity) == [nil, "order-7"])
            let message = try await device.http.curl("/v1/users/alex/messages", "Dinner is ready")
                .decode(MessageResource.self)
            let page = try await device.messages()
            #expect(page.messages.map(\.id) == [message.id])
            let payload = page.messages.first?.payload.objectValue
            #expect(payload?["message_id"] == .string(message.id))
            #expect(page.messages.first?.sentAt == message.createdAt)
            #expect(!page.hasMore)
            #expect(try await device.messages(after: page.cursor).messages.isEmpty)
            let response = try await device.send([
                Receipt(message: message.id, event: .delivered, at: message.createdAt),
                Receipt(message: message.id, event: .opened, at: message.createdAt),
            ])
            #expect(response.status == 202, "\(response.text)")
            #expect(
                try response.decode(ReceiptResponse.self)
                    == ReceiptResponse(accepted: 2, ignored: 0))
            let shown = try await device.http.ask(.get, "/v1/messages/\(message.id)").decode(
                MessageResource.self)
            #expect(shown.receipts == ["delivered": 1, "opened": 1])
            let list = try await device.http.ask(
                .get, "/v1/messages/\(message.id)/receipts?limit=1"
            )
            .decode(ReceiptList.self)
            #expect(list.receipts.map(\.event) == [.delivered])
            let next = try #require(list.next)
            let rest = try await device.http.ask(
                .get, "/v1/messages/\(message.id)/receipts?after=\(next)"
            ).decode(ReceiptList.self)
            #expect(rest.receipts.map(\.event) == [.opened])
            #expect(rest.receipts.map(\.installation) == ["i1"])
            #expect(try await device.ask(.delete, path).status == 204)
            #expect(try await device.ask(.get, path + "/messages").status == 404)
        }
    }

    @Test func `pages continue from a cursor, and an invalid cursor starts again at the beginning`()
        async throws
    {
        try await DeviceScene.run { device in
            try #require(try await device.register().status == 200)
            for number in 1...3 {
                _ = try await device.http.curl("/v1/users/alex/messages", "number \(number)")
            }
            let first = try await device.messages(limit: 2)
            #expect(first.messages.count == 2)
            #expect(first.hasMore)
            let second = try await device.messages(after: first.cursor, limit: 2)
            #expect(
                second.messages.map { $0.payload.objectValue?["aps"]?.objectValue?["alert"] }
                    == ["number 3"])
            #expect(!second.hasMore)
            for cursor in ["x", "1-_", "-1-2", "", "zzzzzzzzzzzzzzzz-1", "1-2-3"] {
                let anew = try await device.messages(after: cursor)
                #expect(anew.messages.count == 3, "\(cursor)")
            }
            for query in ["limit=0", "limit=501"] {
                let response = try await device.ask(.get, path + "/messages?" + query)
                #expect(try response.problem().code == "bad_query", "\(query)")
            }
            let unknown = try await device.ask(.get, path + "/messages?user=bo")
            #expect(try unknown.problem().code == "unknown_key")
        }
    }

    @Test func `receipts of others' messages are counted as ignored`() async throws {
        try await DeviceScene.run { device in
            try #require(try await device.register().status == 200)
            try await device.http.scene.register("i2", token: "aabbccddeeff0011", user: "bo")
            let message = try await device.http.curl("/v1/users/bo/messages", "for bo")
                .decode(MessageResource.self)
            let now = message.createdAt
            let response = try await device.send([
                Receipt(message: message.id, event: .opened, at: now),
                Receipt(message: "none", event: .opened, at: now),
            ])
            #expect(response.status == 202)
            #expect(
                try response.decode(ReceiptResponse.self)
                    == ReceiptResponse(accepted: 0, ignored: 2))
            let list = try await device.http.ask(.get, "/v1/messages/\(message.id)/receipts")
                .decode(ReceiptList.self)
            #expect(list == ReceiptList(receipts: [], next: nil))
            #expect(
                try await device.http.ask(.get, "/v1/messages/none/receipts").problem().code
                    == "message_not_found")
        }
    }

    @Test(arguments: [
        (#"{"aps":{"alert":"x"},"message_id":"mine"}"#, ["mine"], false),
        (#"{"aps":{"alert":"x"},"message_id":null}"#, [], false),
        (#"{"aps":{"alert":"x"} } "#, ["id"], true),
        (#"{"aps":{}}"#, ["id"], true),
    ])
    func `a payload gets the message's identifier unless it has a message_id already`(
        _ body: String, _ wanted: [String], _ carriesID: Bool
    ) async throws {
        try await DeviceScene.run { device in
            try #require(try await device.register().status == 200)
            let message = try await device.http.ask(
                .post, "/v1/users/alex/messages?push_type=alert", body
            ).decode(MessageResource.self)
            #expect(message.carriesID == carriesID)
            let sent = try await device.http.claimedPayload().custom["message_id"]?.stringValue
            #expect([sent].compactMap(\.self) == wanted.map { $0 == "id" ? message.id : $0 })
            #expect(try await device.messages().messages.map(\.id) == [message.id])
        }
    }

    @Test func `the message's identifier is left out if the payload has no room for it`()
        async throws
    {
        try await DeviceScene.run { device in
            try #require(try await device.register().status == 200)
            let frame = #"{"aps":{"alert":""}}"#.utf8.count
            let member = #","message_id":"019b76da-a800-7496-9fb1-c6ec68964da9""#.utf8.count
            for (count, carriesID) in [(4096 - member, true), (4097 - member, false)] {
                let text = String(repeating: "x", count: count - frame)
                let response = try await device.http.curl("/v1/users/alex/messages", text)
                #expect(response.status == 202)
                #expect(try response.decode(MessageResource.self).carriesID == carriesID)
            }
        }
    }

    @Test func `servers see what an app has reported about itself, but not its full tokens`()
        async throws
    {
        try await DeviceScene.run { device in
            try #require(try await device.register().status == 200)
            let response = try await device.http.ask(.get, "/v1/installations/i1")
            let shown = try response.decode(InstallationResource.self)
            #expect(shown.environment == .sandbox)
            #expect(
                shown.permission == PermissionSnapshot(authorization: .provisional, alert: true))
            #expect(shown.encryptionKey?.id == "k1")
            #expect(shown.tokens.last?.attributesType == "OrderAttributes")
            for secret in [GatewayScene.tokenHex, DeviceScene.secret, device.clientKey] {
                #expect(!response.text.contains(secret))
            }
            // A server may register the same installation; the values that only the app reports are
            // kept.
            try await device.http.scene.register("i1", user: nil)
            let again = try await device.http.ask(.get, "/v1/installations/i1").decode(
                InstallationResource.self)
            #expect(again.user == nil)
            #expect(again.encryptionKey == shown.encryptionKey)
            #expect(again.permission == shown.permission)
        }
    }

    @Test(arguments: [
        ("update", "", 202), ("update", "&activity=order-7", 202),
        ("end", "&activity=order-8", 404),
        ("update", "&attributes_type=OrderAttributes", 202), ("start", "", 404),
        ("update", "&attributes_type=RideAttributes", 404), ("update", "&activity=", 400),
    ])
    func `a Live Activity is addressed by its event, type and identifier`(
        _ event: String, _ query: String, _ status: Int
    ) async throws {
        try await DeviceScene.run { device in
            try #require(try await device.register().status == 200)
            let path = "/v1/users/alex/messages?push_type=liveactivity" + query
            let body =
                #"{"aps":{"timestamp":1,"event":"\#(event)","content-state":{},"#
                + #""attributes-type":"OrderAttributes","attributes":{}}}"#
            let response = try await device.http.ask(.post, path, body)
            #expect(response.status == status, "\(response.text)")
            if status == 404 { #expect(try response.problem().code == "no_device") }
            if status == 202 {
                let message = try response.decode(MessageResource.self)
                #expect(message.deliveries.count == 1)
                #expect(!message.carriesID)
            }
            let alert = try await device.http.curl(
                "/v1/users/alex/messages?activity=order-7", "x")
            #expect(try alert.problem().keyPath == "activity")
        }
    }
}
