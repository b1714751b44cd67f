// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSWire
import Foundation
import GatewayAPI
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import PostgresDriver
import SQLCore
import SQLiteDriver
import Simulation
import Testing

@testable import BellhopGateway

/// A gateway with campaigns and a virtual clock, called through its router. Its services do not
/// run.
struct CampaignScene: Sendable {
    static let app = "com.example.app"

    let gateway: Gateway
    let clock: VirtualClock
    let key: String
    /// Records what the gateway's worker sends, if a test runs the worker.
    let sender: RecordingSender
    private let client: any TestClientProtocol

    struct Response: Sendable {
        let status: Int
        let body: Data

        var text: String { String(decoding: body, as: UTF8.self) }

        func campaign() throws -> CampaignResource {
            #expect((200...202).contains(status), "\(text)")
            return try GatewayJSON.decode(CampaignResource.self, from: body)
        }

        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            #expect((200...202).contains(status), "\(text)")
            return try GatewayJSON.decode(type, from: body)
        }

        func problem() throws -> Problem { try GatewayJSON.decode(Problem.self, from: body) }
    }

    /// The database below the gateway, which can be made to fail.
    let database: FragileDatabase

    /// Runs a body with a gateway that has one app.
    static func run(
        _ base: CampaignInboxScene.Base = .sqlite,
        _ body: @escaping @Sendable (CampaignScene) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        let clock = VirtualClock()
        let database: FragileDatabase
        switch base {
        case .sqlite:
            database = FragileDatabase(try await SQLiteDatabase.open(path: directory.path()))
        #if Postgres
        case .postgres:
            database = FragileDatabase(
                try await PostgresServer.shared().newAddress("&pool=4").open())
        #endif
        }
        let store = try await SQLStore.open(
            database, named: "test", clock: .caller, masterKeys: .testing, now: clock.now)
        let sender = RecordingSender()
        let gateway = makeGateway(store, clock, sender)
        _ = try await gateway.putApp(bundleID: app, name: "Example", userProof: nil)
        let credential = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
        _ = try await gateway.putCredential(
            bundleID: app,
            CredentialRequest(
                p8: credential.p8Text, keyID: credential.keyID, teamID: credential.teamID))
        let key = try await gateway.makeAPIKey(name: "test")
        let application = Application(
            router: makeGatewayRouter(for: gateway), logger: Logger(label: "test"))
        try await application.test(.router) { client in
            try await body(
                CampaignScene(
                    gateway: gateway, clock: clock, key: key, sender: sender, client: client,
                    database: database))
        }
        try await gateway.close()
    }

    /// Makes a gateway whose services do not run. Several may use one database.
    static func makeGateway(
        _ store: SQLStore, _ clock: VirtualClock, _ sender: RecordingSender = RecordingSender()
    ) -> Gateway {
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let (time, metrics) = (clock.timeSource, GatewayMetrics(time: clock.timeSource))
        return Gateway(
            store: store, sender: sender,
            campaigns: GatewayCampaigns(
                store, lease: .seconds(3600),
                pool: APNSClientPool(
                    endpoints: [:], trustRoots: .system, time: time, logger: logger),
                metrics: metrics, time: time, logger: logger),
            worker: .init(), time: time, metrics: metrics, logger: logger)
    }

    /// Sends a request.
    func ask(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil,
        key other: String? = nil, idempotencyKey: String? = nil, version: String? = nil,
        secret: String? = nil
    ) async throws -> Response {
        var headers: HTTPFields = [.authorization: "Bearer \(other ?? key)"]
        if let secret, let name = HTTPField.Name(InstallationSecret.headerName) {
            headers[name] = secret
        }
        if body != nil { headers[.contentType] = "application/json" }
        if let idempotencyKey, let name = HTTPField.Name("Idempotency-Key") {
            headers[name] = idempotencyKey
        }
        if let version { headers[.ifMatch] = "\"\(version)\"" }
        return try await client.execute(
            uri: path, method: method, headers: headers,
            body: body.map { ByteBuffer(string: $0) }
        ) { Response(status: $0.status.code, body: Data($0.body.readableBytesView)) }
    }

    /// Creates another app, and a key that is limited to it.
    func keyOfOtherApp() async throws -> String? {
        let bundleID = "com.example.other"
        _ = try await gateway.putApp(bundleID: bundleID, name: "Other", userProof: nil)
        return try await gateway.createKey(
            APIKeyRequest(name: "other", scopes: [.all], apps: [bundleID])
        ).key
    }

    func post(_ body: String) async throws -> Response {
        try await ask(.post, "/v1/campaigns", body)
    }

    /// Registers installations in time zones; `nil` is an installation without one.
    func register(_ zones: [String?]) async throws {
        for (number, zone) in zones.enumerated() {
            let text = "a token of \(number) "
            _ = try await gateway.registerInstallation(
                id: "i\(number)",
                InstallationRequest(
                    app: Self.app, token: try DeviceToken(bytes: Array(text.utf8)),
                    environment: .sandbox, timeZone: zone))
        }
    }

    /// The local time in UTC, a number of hours from now.
    func wallTime(inHours hours: Double) -> String {
        let date = clock.now.addingTimeInterval(hours * 3600)
        return String(GatewayJSON.text(of: date).prefix(16))
    }
}
