// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import HTTPTypes
import SQLCore
import Simulation
import Testing

@testable import BellhopGateway

/// Messages that are sent when an event is reported, on both databases.
@Suite(.timeLimit(.minutes(30))) struct TriggerTests {
    private func register(_ scene: CampaignScene) async throws {
        _ = try await scene.gateway.registerInstallation(
            id: "i1",
            InstallationRequest(
                app: CampaignScene.app,
                token: try DeviceToken(bytes: Array(repeating: 7, count: 32)),
                environment: .sandbox, user: "alex", locale: "de-AT"))
    }

    private func trigger(_ scene: CampaignScene, _ rest: String) async throws -> TriggerResource {
        try await scene.ask(.post, "/v1/triggers", #"{"event":"order_shipped",\#(rest)}"#)
            .decode(TriggerResource.self)
    }

    private func report(
        _ scene: CampaignScene, _ id: String, user: String = "alex",
        name: String = "order_shipped", properties: String = #"{"order":42}"#
    ) async throws -> CampaignScene.Response {
        try await scene.ask(
            .post, "/v1/events",
            #"{"id":"\#(id)","name":"\#(name)","user":"\#(user)","properties":\#(properties)}"#)
    }

    private func payload(_ scene: CampaignScene, _ id: String?) async throws -> String {
        let store = try #require(scene.gateway.store as? SQLStore)
        let row = try await store.read { db in
            try await db.row("SELECT body FROM message WHERE id = \(id)")
        }
        let body: [UInt8] = try #require(try row?.value("body"))
        return String(decoding: body, as: UTF8.self)
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `an event sends the message of its trigger once`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            try await register(scene)
            let trigger = try await trigger(
                scene, #""message":{"title":"Order {{order}} is on its way"}"#)
            // In a list, a trigger has no message, not even null.
            let list = try await scene.ask(.get, "/v1/triggers")
            #expect(try list.decode(TriggerList.self).triggers.map(\.id) == [trigger.id])
            #expect(!list.text.contains("message"), "\(list.text)")
            let first = try await report(scene, "e1").decode(EventReport.self)
            #expect(first.messages.map(\.trigger) == [trigger.id])
            #expect(
                try await payload(scene, first.messages.first?.message)
                    .contains("Order 42 is on its way"))
            // The same event gives the same message, even with other properties.
            #expect(try await report(scene, "e1").decode(EventReport.self) == first)
            let changed = try await report(scene, "e1", properties: "{}")
            #expect(try changed.decode(EventReport.self) == first)
            #expect(try await report(scene, "e1", user: "sam").status == 422)
            let second = try await report(scene, "e2").decode(EventReport.self)
            #expect(second.messages != first.messages)
            let nobody = try await report(scene, "e3", user: "nobody").decode(EventReport.self)
            #expect(nobody.messages == [.init(trigger: trigger.id, message: nil)])
            let other = try await report(scene, "e5", name: "other").decode(EventReport.self)
            #expect(other.messages.isEmpty)
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `a trigger whose message cannot be made does not stop the others`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            try await register(scene)
            _ = try await scene.ask(
                .put, "/v1/apps/\(CampaignScene.app)/templates/parcel",
                #"""
                {"variables":{"order":"number"},"default_locale":"en",
                 "locales":{"en":{"body":"Parcel {{order}}"},"de":{"body":"Paket {{order}}"}}}
                """#)
            let broken = try await trigger(
                scene, #""message":{"title":"{{city}} has your order {{order}}"}"#)
            let template = try await trigger(scene, #""template":"parcel""#)
            #expect(template.template == "parcel")
            // A property that the template does not use may be for other triggers.
            let both = try await report(
                scene, "e1", properties: #"{"order":42,"colour":"red"}"#
            ).decode(EventReport.self)
            #expect(both.messages.map(\.trigger) == [broken.id, template.id])
            #expect(both.messages[0].message == nil)
            #expect(both.messages[0].problem?.contains("the property city; add it to") == true)
            #expect(
                try await payload(scene, both.messages[1].message).contains("Paket 42"))
            // With the missing property, the report sends the message that the first report did not
            // send.
            let again = try await report(
                scene, "e1", properties: #"{"order":42,"city":"Bonn"}"#
            ).decode(EventReport.self)
            #expect(again.messages[0].message != nil)
            #expect(again.messages[1] == both.messages[1])
        }
    }

    @Test func `a trigger is stored once for an idempotency key, shown, and deleted`() async throws
    {
        try await CampaignScene.run { scene in
            let body = #"{"event":"e","name":"Shipped","message":{"title":"Hi"}}"#
            func create(_ body: String) async throws -> CampaignScene.Response {
                try await scene.ask(.post, "/v1/triggers", body, idempotencyKey: "k")
            }
            let created = try await create(body).decode(TriggerResource.self)
            #expect(created.message == ["title": "Hi"])
            #expect(try await create(body).decode(TriggerResource.self) == created)
            #expect(try await create(#"{"event":"f","message":{"title":"Hi"}}"#).status == 422)
            let path = "/v1/triggers/\(created.id)"
            #expect(try await scene.ask(.get, path).decode(TriggerResource.self) == created)
            let list = try await scene.ask(.get, "/v1/triggers").decode(TriggerList.self)
            #expect(list.triggers.map(\.id) == [created.id])
            let other = try await scene.keyOfOtherApp()
            #expect(try await scene.ask(.get, path, key: other).status == 404)
            #expect(try await scene.ask(.delete, path, key: other).status == 404)
            #expect(try await scene.ask(.delete, path).status == 204)
            #expect(try await scene.ask(.delete, path).status == 404)
            let log = try await scene.ask(.get, "/v1/audit").decode(AuditList.self).entries
            #expect(log.first?.object == "trigger \(created.id)")
            #expect(log.first?.before != nil)
            #expect(log.first?.after == nil)
        }
    }

    @Test func `an API key for events can report events, and nothing else`() async throws {
        try await CampaignScene.run { scene in
            let key = try await scene.gateway.createKey(
                APIKeyRequest(name: "shop", scopes: [.eventsWrite])
            ).key
            let event = #"{"id":"1","name":"n","user":"alex"}"#
            #expect(try await scene.ask(.post, "/v1/events", event, key: key).status == 202)
            for path in ["/v1/triggers", "/v1/series", "/v1/campaigns"] {
                #expect(try await scene.ask(.get, path, key: key).status == 403, "\(path)")
            }
            #expect(try await scene.ask(.post, "/v1/triggers", "{}", key: key).status == 403)
        }
    }

    @Test(arguments: [
        ("/v1/triggers", #"{"event":"e"}"#, "message"),
        ("/v1/triggers", #"{"event":"e","template":"t","message":{"title":"A"}}"#, "template"),
        ("/v1/triggers", #"{"event":"e","message":{"title":"{{a"}}"#, "message"),
        ("/v1/triggers", #"{"message":{"title":"A"}}"#, "event"),
        ("/v1/events", #"{"name":"e","user":"u"}"#, "id"),
        ("/v1/events", #"{"id":"1","name":"e","user":"u","properties":{"a":[]}}"#, "properties"),
    ])
    func `the error names the field that is missing or wrong`(
        path: String, body: String, key: String
    ) async throws {
        try await CampaignScene.run { scene in
            let response = try await scene.ask(.post, path, body)
            #expect(response.status == 422, "\(response.text)")
            #expect(try response.problem().keyPath == key, "\(response.text)")
        }
    }
}
