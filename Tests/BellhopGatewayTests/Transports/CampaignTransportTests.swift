// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import MessagingSimulator
import SQLCore
import Simulation
import Testing

@testable import BellhopGateway

/// Campaigns to Android phones and browsers, on both databases.
@Suite(.timeLimit(.minutes(30)))
struct CampaignTransportTests {
    private static func start(_ body: String, _ scene: TransportScene) async throws -> String {
        let content = try MessageContent(contentType: "application/json", body: Array(body.utf8))
        return try await scene.gateway.startCampaign(content).id
    }

    /// Waits until a campaign has ended.
    private static func ended(_ id: String, _ scene: TransportScene) async throws
        -> CampaignResource
    {
        try await scene.until {
            try await scene.gateway.campaign(id: id).state == "done"
        }
        return try await scene.gateway.campaign(id: id)
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `a campaign reaches phones and browsers, and tokens that are gone become dead`(
        _ base: CampaignInboxScene.Base
    ) async throws {
        try await TransportScene.run(base) { scene in
            for index in 0..<40 {
                try await scene.register("p\(index)", fcm: try scene.peer.addPhone().token)
                try await scene.register(
                    "b\(index)", browser: try scene.peer.addBrowser("b\(index)"))
            }
            let gone = try scene.peer.addPhone()
            try await scene.register("gone", fcm: gone.token)
            try await scene.register("ended", browser: try scene.peer.addBrowser("ended"))
            try scene.peer.uninstall(gone)
            try scene.peer.unsubscribe("ended")
            scene.clock.advance(by: .seconds(5))
            try await scene.running {
                let first = try await Self.ended(
                    try await Self.start(#"{"title":"Dinner","body":"Ready"}"#, scene), scene)
                #expect(first.totals.accepted == 80)
                #expect(first.totals.rejected == 2)
                let second = try await Self.ended(
                    try await Self.start(#"{"title":"Supper"}"#, scene), scene)
                #expect(second.totals.accepted == 80)
                #expect(second.totals.suppressed == 2)
            }
            #expect(scene.peer.messages.count { $0.status < 300 } == 160)
            for (installation, status) in [("gone", "UNREGISTERED"), ("ended", nil)] {
                let tokens = try await scene.gateway.installation(id: installation).tokens
                #expect(tokens.map(\.state) == [.dead])
                if let status { #expect(tokens.map(\.reason) == [status]) }
            }
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `an installation with a dead APNs token gets a campaign through FCM, once`(
        _ base: CampaignInboxScene.Base
    ) async throws {
        try await TransportScene.run(base) { scene in
            try await scene.register(
                "both", token: TransportScene.token, fcm: try scene.peer.addPhone().token)
            _ = try await scene.store.write { db in
                try await db.run("UPDATE endpoint SET state = 'dead' WHERE transport = 'apns'")
            }
            try await scene.running {
                let ended = try await Self.ended(
                    try await Self.start(#"{"title":"Dinner"}"#, scene), scene)
                #expect(ended.totals.accepted == 1)
                #expect(ended.totals.rejected + ended.totals.suppressed == 0)
            }
            #expect(scene.peer.messages.count == 1)
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `a campaign of an app in shadow mode sends nothing with FCM or Web Push`(
        _ base: CampaignInboxScene.Base
    ) async throws {
        try await TransportScene.run(base) { scene in
            try await scene.register("phone", fcm: try scene.peer.addPhone().token)
            try await scene.register("browser", browser: try scene.peer.addBrowser("b1"))
            try await scene.enterShadow()
            try await scene.running {
                let ended = try await Self.ended(
                    try await Self.start(#"{"title":"Dinner"}"#, scene), scene)
                #expect(ended.totals.suppressed == 2)
                #expect(ended.totals.accepted == 0)
            }
            #expect(scene.peer.messages.isEmpty)
        }
    }

    @Test func `a campaign waits while FCM is unreachable, and then sends each message once`()
        async throws
    {
        try await TransportScene.run(.sqlite) { scene in
            for index in 0..<20 {
                try await scene.register("p\(index)", fcm: try scene.peer.addPhone().token)
            }
            scene.peer.setUnreachable(true)
            try await scene.running {
                let id = try await Self.start(#"{"title":"Dinner"}"#, scene)
                try await scene.until { scene.peer.refusedCount >= 3 }
                scene.peer.setUnreachable(false)
                #expect(try await Self.ended(id, scene).totals.accepted == 20)
            }
            #expect(scene.peer.messages.count == 20)
        }
    }
}
