// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSWire
import Foundation
import GatewayAPI
import Logging
import PostgresDriver
import SQLCore
import SQLiteDriver
import ServiceLifecycle
import Simulation
import Testing
import WebPush

@testable import BellhopGateway

/// A gateway with an app on all transports: a recording sender in place of APNs, and the simulated
/// FCM and push service.
struct TransportScene: Sendable {
    static let app = "com.example.app"

    let clock: VirtualClock
    let apns: RecordingSender
    let peer: MessagingPeer
    let store: SQLStore
    let gateway: Gateway

    static func run(
        _ base: CampaignInboxScene.Base, _ body: (TransportScene) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        let clock = VirtualClock()
        let database: any SQLDatabase
        switch base {
        case .sqlite: database = try await SQLiteDatabase.open(path: directory.path())
        #if Postgres
        case .postgres:
            database = try await PostgresServer.shared().newAddress("&pool=4").open()
        #endif
        }
        let store = try await SQLStore.open(
            database, named: "test", clock: .caller, masterKeys: .testing, now: clock.now)
        let scene = try TransportScene(store, clock)
        try await scene.setUp()
        do { try await body(scene) } catch {
            try? await scene.gateway.close()
            throw error
        }
        try await scene.gateway.close()
    }

    private init(_ store: SQLStore, _ clock: VirtualClock) throws {
        let (time, metrics) = (clock.timeSource, GatewayMetrics(time: clock.timeSource))
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let peer = try MessagingPeer(clock: clock)
        let apns = RecordingSender()
        let pool = ForeignClientPool(
            fcmOrigin: FCMOrigin(MessagingPeer.fcmOrigin), fcm: peer, webPush: peer, time: time)
        self.clock = clock
        self.apns = apns
        self.peer = peer
        self.store = store
        gateway = Gateway(
            store: store, sender: apns, foreign: pool, fcmOrigin: pool.fcmOrigin,
            campaigns: GatewayCampaigns(
                store, lease: .seconds(3600),
                pool: APNSClientPool(
                    endpoints: [:], trustRoots: .system, time: time, logger: logger),
                foreign: pool, metrics: metrics, time: time, logger: logger),
            worker: .init(), time: time, metrics: metrics, logger: logger)
    }

    private func setUp() async throws {
        _ = try await gateway.putApp(bundleID: Self.app, name: "Example")
        let key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
        _ = try await gateway.putCredential(
            bundleID: Self.app,
            CredentialRequest(p8: key.p8Text, keyID: key.keyID, teamID: key.teamID))
        _ = try await gateway.putFCMCredential(bundleID: Self.app, peer.accountFile)
        _ = try await gateway.putWebPushCredential(
            bundleID: Self.app,
            WebPushCredentialRequest(
                subject: "mailto:ops@example.com", navigate: "https://example.com/"))
    }

    /// Puts the app into shadow mode.
    func enterShadow() async throws {
        _ = try await gateway.putApp(
            bundleID: Self.app, name: "Example", settings: AppSettings(shadow: true))
    }

    /// Registers an installation of the user alex.
    @discardableResult
    func register(
        _ id: String, token: String? = nil, fcm: String? = nil, fid: String? = nil,
        browser: PushSubscription? = nil
    ) async throws -> InstallationResource {
        var request = InstallationRequest(
            app: Self.app, token: try token.map { try DeviceToken(hex: $0) },
            environment: token == nil ? .production : .sandbox, user: "alex")
        request.fcmToken = fcm
        request.fid = fid
        request.webPush = browser.map {
            BrowserSubscription(
                endpoint: $0.endpoint,
                keys: .init(
                    p256dh: Base64URL.encode($0.browserKey),
                    auth: Base64URL.encode($0.authentication)))
        }
        return try await gateway.registerInstallation(id: id, request)
    }

    static let token = String(repeating: "ab", count: 32)

    func post(_ body: String) async throws -> MessageResource {
        try await gateway.post(
            try MessageContent(contentType: "application/json", body: Array(body.utf8)),
            to: .user("alex"))
    }

    /// Runs the gateway's services during the body, then shuts them down gracefully.
    func running(_ body: () async throws -> Void) async throws {
        let group = ServiceGroup(
            services: gateway.services,
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            do { try await body() } catch {
                await group.triggerGracefulShutdown()
                throw error
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    /// Waits, without sleeping, until a condition holds; the clock moves meanwhile, so that retries
    /// become due. Otherwise, only the test's time limit ends the wait.
    func until(_ condition: () async throws -> Bool) async throws {
        while try await !condition() {
            try Task.checkCancellation()
            clock.advance(by: .milliseconds(200))
            await Task.yield()
        }
    }

    /// Waits until all deliveries of a message have ended, and returns them by transport.
    func ended(_ id: String) async throws -> [PushTransport: DeliveryResource] {
        try await until {
            try await gateway.message(id: id).deliveries.allSatisfy(\.state.isTerminal)
        }
        return Dictionary(
            try await gateway.message(id: id).deliveries.map { ($0.transport ?? .apns, $0) },
            uniquingKeysWith: { $1 })
    }
}
