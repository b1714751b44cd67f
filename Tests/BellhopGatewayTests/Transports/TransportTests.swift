// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import FCM
import Foundation
import GatewayAPI
import MessagingSimulator
import SQLCore
import Simulation
import Testing
import WebPush

@testable import BellhopGateway

/// Single messages to Android phones and browsers, on both databases.
@Suite(.timeLimit(.minutes(30)))
struct TransportTests {
    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `a message reaches the iPhone, the Android phone and the browser of a user`(
        _ base: CampaignInboxScene.Base
    ) async throws {
        try await TransportScene.run(base) { scene in
            try await scene.register("iphone", token: TransportScene.token)
            try await scene.register("phone", fcm: try scene.peer.addPhone().token)
            try await scene.register("browser", browser: try scene.peer.addBrowser("b1"))
            try await scene.running {
                let message = try await scene.post(
                    #"{"title":"Dinner","body":"It is ready","url":"https://example.com/d"}"#)
                #expect(message.deliveryCount == 3)
                let ended = try await scene.ended(message.id)
                #expect(
                    ended.mapValues(\.state) == [
                        .apns: .accepted, .fcm: .accepted, .webPush: .accepted,
                    ])
            }
            #expect(scene.apns.sent.map(\.request.deviceToken.hex) == [TransportScene.token])
            let arrived = scene.peer.messages
            #expect(Set(arrived.map(\.service)) == [.fcm, .webPush])
            #expect(arrived.map(\.title) == ["Dinner", "Dinner"])
            #expect(arrived.map(\.body) == ["It is ready", "It is ready"])
            let web = try #require(arrived.first { $0.service == .webPush }?.payload)
            #expect(
                web.objectValue?["notification"]?.objectValue?["navigate"]?.stringValue
                    == "https://example.com/d")
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `an iPhone with an APNs token and an FCM token gets a message once, from APNs`(
        _ base: CampaignInboxScene.Base
    ) async throws {
        try await TransportScene.run(base) { scene in
            let token = try scene.peer.addPhone().token
            let installation = try await scene.register(
                "iphone", token: TransportScene.token, fcm: token)
            #expect(Set(installation.tokens.map(\.transport)) == [nil, .fcm])
            try await scene.running {
                let message = try await scene.post(#"{"title":"Dinner"}"#)
                #expect(
                    try await scene.ended(message.id).keys.sorted { $0.rawValue < $1.rawValue }
                        == [.apns])
            }
            #expect(scene.apns.sent.count == 1)
            #expect(scene.peer.messages.isEmpty)
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `a token that is no longer registered is dead, until the app registers it again`(
        _ base: CampaignInboxScene.Base
    ) async throws {
        try await TransportScene.run(base) { scene in
            let phone = try scene.peer.addPhone()
            try await scene.register("phone", fcm: phone.token)
            try await scene.register("browser", browser: try scene.peer.addBrowser("b1"))
            try scene.peer.uninstall(phone)
            try scene.peer.unsubscribe("b1")
            scene.clock.advance(by: .seconds(5))
            try await scene.running {
                let first = try await scene.ended(
                    try await scene.post(#"{"title":"Dinner"}"#).id)
                #expect(first[.fcm]?.state == .rejected)
                #expect(first[.fcm]?.reason == "UNREGISTERED")
                #expect(first[.fcm]?.status == 404)
                #expect(first[.webPush]?.state == .rejected)
                #expect(first[.webPush]?.status == 410)
                let second = try await scene.ended(
                    try await scene.post(#"{"title":"Supper"}"#).id)
                #expect(second[.fcm]?.state == .suppressed)
                #expect(second[.fcm]?.reason == "token_dead")
                #expect(second[.webPush]?.reason == "token_dead")
            }
            #expect(scene.peer.messages.count == 2)
            let again = try await scene.register("phone", fcm: phone.token)
            #expect(again.tokens.map(\.state) == [.active])
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `a message goes to an installation's FCM token if the APNs token is dead`(
        _ base: CampaignInboxScene.Base
    ) async throws {
        try await TransportScene.run(base) { scene in
            let phone = try scene.peer.addPhone()
            try await scene.register("iphone", token: TransportScene.token, fcm: phone.token)
            _ = try await scene.store.write { db in
                try await db.run("UPDATE endpoint SET state = 'dead' WHERE transport = 'apns'")
            }
            try await scene.running {
                let ended = try await scene.ended(
                    try await scene.post(#"{"title":"Dinner"}"#).id)
                #expect(ended.mapValues(\.state) == [.fcm: .accepted])
            }
        }
    }

    @Test func `a message is sent exactly once after FCM has become reachable again`()
        async throws
    {
        try await TransportScene.run(.sqlite) { scene in
            try await scene.register("phone", fcm: try scene.peer.addPhone().token)
            scene.peer.setUnreachable(true)
            try await scene.running {
                let message = try await scene.post(#"{"title":"Dinner"}"#)
                try await scene.until {
                    try await scene.gateway.message(id: message.id).deliveries[0].attempts > 2
                }
                scene.peer.setUnreachable(false)
                let ended = try await scene.ended(message.id)
                #expect(ended[.fcm]?.state == .accepted)
            }
            #expect(scene.peer.messages.count == 1)
        }
    }

    @Test func `messages wait while the service account is refused, and are sent with another`()
        async throws
    {
        try await TransportScene.run(.sqlite) { scene in
            let other = try MessagingPeer(clock: scene.clock)
            _ = try await scene.gateway.putFCMCredential(
                bundleID: TransportScene.app, other.accountFile)
            try await scene.register("phone", fcm: try scene.peer.addPhone().token)
            try await scene.running {
                var ids: [String] = []
                for _ in 0..<8 { ids.append(try await scene.post(#"{"title":"Dinner"}"#).id) }
                try await scene.until { scene.gateway.worker.report.held.count == 1 }
                #expect(scene.gateway.worker.report.held.keys.map(\.transport) == [.fcm])
                let refused = try await scene.gateway.app(bundleID: TransportScene.app).refused
                #expect(refused?.map(\.transport) == [.fcm])
                #expect(refused?.map(\.environment) == [nil])
                _ = try await scene.gateway.putFCMCredential(
                    bundleID: TransportScene.app, scene.peer.accountFile)
                for id in ids { #expect(try await scene.ended(id)[.fcm]?.state == .accepted) }
            }
        }
    }

    @Test func `platform-specific parts replace values that the payload would set`() async throws {
        try await TransportScene.run(.sqlite) { scene in
            try await scene.register("phone", fcm: try scene.peer.addPhone().token)
            try await scene.register("browser", browser: try scene.peer.addBrowser("b1"))
            try await scene.running {
                let message = try await scene.post(
                    #"{"title":"Dinner","body":"Ready","fcm":{"notification":{"title":"Essen"}},"#
                        + #""web_push":{"notification":{"lang":"de","body":null}}}"#)
                _ = try await scene.ended(message.id)
            }
            let arrived = scene.peer.messages
            let fcm = try #require(arrived.first { $0.service == .fcm })
            #expect(fcm.title == "Essen")
            #expect(fcm.body == "Ready")
            let web = try #require(arrived.first { $0.service == .webPush }?.payload)
            #expect(web.objectValue?["notification"]?.objectValue?["lang"]?.stringValue == "de")
            #expect(web.objectValue?["notification"]?.objectValue?["body"] == nil)
            #expect(
                web.objectValue?["notification"]?.objectValue?["title"]?.stringValue == "Dinner")
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `an app in shadow mode sends nothing with FCM or Web Push`(
        _ base: CampaignInboxScene.Base
    ) async throws {
        try await TransportScene.run(base) { scene in
            try await scene.register("phone", fcm: try scene.peer.addPhone().token)
            try await scene.register("browser", browser: try scene.peer.addBrowser("b1"))
            let before = try await scene.post(#"{"title":"Dinner"}"#)
            try await scene.enterShadow()
            try await scene.running {
                let after = try await scene.post(#"{"title":"Supper"}"#)
                for message in [before, after] {
                    let ended = try await scene.ended(message.id)
                    #expect(
                        ended.mapValues(\.state) == [.fcm: .suppressed, .webPush: .suppressed])
                    #expect(ended.mapValues(\.reason) == [.fcm: "shadow", .webPush: "shadow"])
                }
            }
            #expect(scene.peer.messages.isEmpty)
        }
    }

    @Test func `a message that shows nothing is not sent to browsers`() async throws {
        try await TransportScene.run(.sqlite) { scene in
            try await scene.register("browser", browser: try scene.peer.addBrowser("b1"))
            try await scene.running {
                let ended = try await scene.ended(
                    try await scene.post(#"{"push_type":"background","data":{"a":"1"}}"#).id)
                #expect(ended[.webPush]?.state == .suppressed)
                #expect(ended[.webPush]?.reason == "request_not_possible")
            }
            #expect(scene.peer.messages.isEmpty)
        }
    }
}
