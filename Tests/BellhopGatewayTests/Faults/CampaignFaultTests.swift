// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import PostgresDriver
import SQLCore
import SQLiteDriver
import Simulation
import Synchronization
import Testing

@testable import BellhopGateway

/// Campaigns whose provider rejects many notifications, and campaigns in a restored database.
@Suite(.timeLimit(.minutes(30))) struct CampaignFaultTests {
    private func scene(
        _ base: CampaignInboxScene.Base, _ body: (CampaignFaultScene) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        let database: any SQLDatabase
        switch base {
        case .sqlite: database = try await SQLiteDatabase.open(path: directory.path())
        #if Postgres
        case .postgres: database = try await PostgresServer.shared().newAddress("&pool=4").open()
        #endif
        }
        let now = Date(timeIntervalSince1970: 1_767_225_600)
        let store = try await SQLStore.open(
            database, named: "test", clock: database.dialect == .sqlite ? .caller : .database,
            masterKeys: .testing, now: now)
        let scene = CampaignFaultScene(store)
        try await scene.putApp()
        try await body(scene)
        try await store.close()
    }

    // MARK: Storms

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `all dead tokens are marked, except those that were registered again since`(
        _ base: CampaignInboxScene.Base
    ) async throws {
        try await scene(base) { scene in
            let count = 1500
            let registered = scene.clock.now.addingTimeInterval(-7200)
            try await scene.register(0..<count, at: registered)
            // An hour ago, APNs learned that these devices had removed the app. Every sixth of them
            // has installed the app again since, with the same token.
            let removed = DatabaseTime(
                milliseconds: scene.clock.now.addingTimeInterval(-3600).storedMilliseconds)
            for number in stride(from: 0, to: count, by: 18) {
                try await scene.register(number..<number + 1)
            }
            let campaign = try await scene.start()
            let transport = FaultyTransport { attempt in
                guard CampaignFaultScene.number(of: attempt.recipient.token) % 3 == 0 else {
                    return .accepted
                }
                return .rejected(status: 410, reason: .unregistered, since: removed)
            }
            try await scene.running(transport) { _ in
                try await scene.until { try await scene.isDone(campaign) }
            }
            #expect(try await scene.count(.accepted, of: campaign) == count * 2 / 3)
            #expect(try await scene.count(.rejected, of: campaign) == count / 3)
            for number in stride(from: 0, to: count, by: 3) {
                let installation = try await scene.store.installation(id: "i\(number)")
                let state = try #require(installation?.tokens.first).state
                #expect(state == (number % 18 == 0 ? .active : .dead), "\(number)")
            }
        }
    }

    @Test(arguments: [(429, "TooManyRequests"), (503, "ServiceUnavailable")])
    func `after many temporary rejections, every device still receives the campaign once`(
        _ status: Int, _ reason: String
    ) async throws {
        try await scene(.sqlite) { scene in
            try await scene.register(0..<200)
            let campaign = try await scene.start()
            // The notification to each device is rejected once or twice.
            let attempts = Mutex<[DeviceToken: Int]>([:])
            let transport = FaultyTransport { attempt in
                let token = attempt.recipient.token
                let number = attempts.withLock { attempts in
                    attempts[token, default: 0] += 1
                    return attempts[token, default: 0]
                }
                let rejections = 1 + CampaignFaultScene.number(of: token) % 2
                guard number <= rejections else { return .accepted }
                return .rejected(
                    status: status, reason: RejectionReason(rawValue: reason), since: nil)
            }
            try await scene.running(transport) { _ in
                try await scene.until { try await scene.isDone(campaign) }
            }
            #expect(try await scene.count(.accepted, of: campaign) == 200)
            #expect(transport.count == 200 + 300)
            let identifiers = Dictionary(grouping: transport.requests, by: \.token)
            #expect(identifiers.values.allSatisfy { Set($0.map(\.apnsID)).count == 1 })
        }
    }

    // MARK: Restoring

    @Test func `a campaign continues from a backup without repeating the deliveries stored in it`()
        async throws
    {
        let directory = try TemporaryDirectory()
        let now = Date(timeIntervalSince1970: 1_767_225_600)
        let count = 3000
        let store = try await SQLStore.open(
            path: directory.path(), masterKeys: .testing, now: now)
        let scene = CampaignFaultScene(store)
        try await scene.putApp()
        try await scene.register(0..<count)
        let campaign = try await scene.start()
        let gate = Gate()
        let responses = Mutex(0)
        let first = FaultyTransport { _ in
            let number = responses.withLock { count in
                count += 1
                return count
            }
            if number > count / 2 { await gate.pass() }
            return .accepted
        }
        let change: (inout NodeSettings) -> Void = { settings in
            settings.unsettledMax = 400
            settings.groupSize = 50
        }
        try await scene.running(first, settings: change) { _ in
            try await scene.until { try await scene.count(.accepted, of: campaign) > 500 }
            try await StoreBackup.make(of: directory.path(), to: directory.path("backup"))
            await gate.open()
            try await scene.until { try await scene.isDone(campaign) }
        }
        #expect(first.count == count)
        try await store.close()

        let restored = try await SQLStore.open(
            path: directory.path("backup"), masterKeys: .testing, now: now)
        let again = CampaignFaultScene(restored)
        let storedCount = try await again.count(.accepted, of: campaign)
        #expect(storedCount > 500 && storedCount < count)
        let second = FaultyTransport()
        try await again.running(second, boot: 2) { _ in
            try await again.until { try await again.isDone(campaign) }
        }
        #expect(try await again.count(.accepted, of: campaign) == count)
        #expect(second.count == count - storedCount, "what was stored is not sent again")
        // Notifications whose outcomes are not in the backup are sent with the same identifiers
        // again.
        let identifiers = Dictionary(
            uniqueKeysWithValues: first.requests.map { ($0.token, $0.apnsID) })
        #expect(second.requests.allSatisfy { identifiers[$0.token] == $0.apnsID })
        try await restored.close()
    }
}
