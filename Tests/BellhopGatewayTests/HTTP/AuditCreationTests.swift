// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Foundation
import GatewayAPI
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Testing

@testable import BellhopGateway

/// The audit log names what a request created, although the path of the request does not.
@Suite(.timeLimit(.minutes(30))) struct AuditCreationTests {
    @Test(arguments: [
        ("/v1/keys", #"{"name":"n","scopes":["apps:read"]}"#, "api_key"),
        ("/v1/webhooks", #"{"url":"https://example.com/push"}"#, "webhook"),
        ("/v1/campaigns?audience=all", #"{"aps":{"alert":"Hi"}}"#, "campaign"),
    ])
    func `the audit log names a created object by the identifier in the response`(
        path: String, body: String, kind: String
    ) async throws {
        let directory = try TemporaryDirectory()
        let gateway = try await Gateway.open(.init(database: directory.path()))
        let app = "com.example.app"
        _ = try await gateway.putApp(bundleID: app, name: "Example", userProof: nil)
        let key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
        _ = try await gateway.putCredential(
            bundleID: app,
            CredentialRequest(p8: key.p8Text, keyID: key.keyID, teamID: key.teamID))
        let apiKey = try await gateway.makeAPIKey(name: "test")
        let application = Application(
            router: makeGatewayRouter(for: gateway), logger: Logger(label: "test"))
        try await application.test(.router) { client in
            let headers: HTTPFields = [
                .authorization: "Bearer \(apiKey)", .contentType: "application/json",
            ]
            let id = try await client.execute(
                uri: path, method: .post, headers: headers, body: ByteBuffer(string: body)
            ) { response in
                let text = String(buffer: response.body)
                #expect((200...299).contains(response.status.code), "\(text)")
                return try JSONReader.read(text.utf8).value.objectValue?["id"]?.stringValue
            }
            let log = try await client.execute(uri: "/v1/audit", method: .get, headers: headers) {
                try GatewayJSON.decode(AuditList.self, from: Data($0.body.readableBytesView))
            }
            let created = try #require(id)
            #expect(log.entries.map(\.object) == ["\(kind) \(created)"])
            #expect(log.entries.first?.after?.isEmpty == false)
        }
        try await gateway.close()
    }
}
