// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway
import Foundation
import GatewayAPI
import HTTPTypes
import Logging
import Testing

/// One copy of an app with its client key and secret, which calls a gateway through its router.
struct DeviceScene: Sendable {
    static let secret = String(repeating: "s3cret-Zz", count: 5)

    let http: HTTPScene
    let clientKey: String
    let id: String

    /// Runs a body against a new gateway whose app requires proofs of users, or not.
    static func run(
        userProof: UserProofRule = .off, id: String = "i1",
        logger: Logger = Logger(label: "test"),
        _ body: @escaping @Sendable (DeviceScene) async throws -> Void
    ) async throws {
        try await HTTPScene.run(logger: logger) { http in
            let app = try await http.scene.gateway.putApp(
                bundleID: GatewayScene.app, name: "Example", userProof: userProof)
            try await body(
                DeviceScene(http: http, clientKey: try #require(app.clientKey), id: id))
        }
    }

    var path: String { "/v1/device/installations/\(id)" }

    /// The registration that the app sends.
    static func registration(
        user: String? = "alex", proof: String? = nil
    ) throws -> DeviceRegistration {
        let activity = TokenName(
            .liveActivity, attributesType: "OrderAttributes", activity: "order-7")
        return DeviceRegistration(
            app: GatewayScene.app, environment: .sandbox, user: user, userProof: proof,
            locale: "pt-BR", timeZone: "Europe/Lisbon", platform: .iOS, systemVersion: "19.0",
            appVersion: "1.2",
            permission: PermissionSnapshot(authorization: .provisional, alert: true),
            encryptionKey: EncryptionKey(
                id: "k1", suite: "x25519", publicKey: Data([1, 2, 3])),
            tokens: [
                TokenRegistration(TokenName(.app), try DeviceToken(hex: GatewayScene.tokenHex)),
                TokenRegistration(
                    activity, try DeviceToken(hex: String(repeating: "cd", count: 40))),
            ])
    }

    func register(_ registration: DeviceRegistration? = nil) async throws -> HTTPScene.Response {
        let body = try GatewayJSON.encode(registration ?? Self.registration())
        return try await ask(.put, path, String(decoding: body, as: UTF8.self))
    }

    func messages(after: String? = nil, limit: Int? = nil) async throws -> DeviceMessagePage {
        let query = [after.map { "after=\($0)" }, limit.map { "limit=\($0)" }]
            .compactMap(\.self).joined(separator: "&")
        let response = try await ask(.get, path + "/messages?" + query)
        #expect(response.status == 200, "\(response.text)")
        return try response.decode(DeviceMessagePage.self)
    }

    func send(_ receipts: [Receipt]) async throws -> HTTPScene.Response {
        let body = try GatewayJSON.encode(ReceiptBatch(receipts: receipts))
        return try await ask(.post, path + "/receipts", String(decoding: body, as: UTF8.self))
    }

    /// Sends a request, by default with the app's client key and the installation's secret; an
    /// empty text leaves the header out.
    func ask(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil,
        key: String? = nil, secret: String = secret
    ) async throws -> HTTPScene.Response {
        var headers: HTTPFields = [:]
        if !secret.isEmpty {
            headers[try #require(HTTPField.Name("Bellhop-Installation-Secret"))] = secret
        }
        let key = key ?? clientKey
        return try await http.ask(
            method, path, body, authorization: key.isEmpty ? "" : "Bearer \(key)",
            headers: headers)
    }
}
