// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import BellhopGateway
import Foundation
import GatewayAPI
import GatewayClient
import LiveServing
import Testing

/// The example of the guide, against a real gateway.
@Suite(.timeLimit(.minutes(30)))
struct GatewayClientGuideTests {
    // guide: client-order
    /// What a shop's server does: it knows its customers' devices, tells one of them about an
    /// order, and all of them about an offer.
    func serve(_ gateway: BellhopClient, token: DeviceToken) async throws -> CampaignResource {
        _ = try await gateway.register(
            "device-7",
            InstallationRequest(
                app: "com.example.app", token: token, environment: .production, user: "alex",
                locale: "pt-BR"))
        try await gateway.addTag("beta", to: "device-7")

        let message = try await gateway.send(
            "Your order is on its way", to: .user("alex"), idempotencyKey: "order-1017-shipped")
        print("\(message.id) goes to \(message.deliveryCount) devices")

        _ = try await gateway.putSegment("testers", filter: "tag beta", app: "com.example.app")
        return try await gateway.startCampaign(
            Payload(aps: APS(alert: Alert(title: "For testers", body: "Try the new app"))),
            to: .segment("testers"))
    }
    // guide: end

    // guide: client-error
    /// What to do about an error.
    func tell(_ user: String, _ text: String, by gateway: BellhopClient) async throws {
        do {
            _ = try await gateway.send(text, to: .user(user))
        } catch ClientError.refused(let problem) where problem.isOf(ProblemKind.noDevice) {
            print("\(user) has no device; send an email instead")
        } catch let error as ClientError {
            print("not sent: \(error)")
        }
    }
    // guide: end

    @Test func `the guide's example works against a gateway`() async throws {
        try await withGateway { client in
            let campaign = try await serve(
                client, token: try DeviceToken(hex: String(repeating: "ab", count: 32)))
            #expect(campaign.app == "com.example.app")
            #expect(try await client.installation("device-7")?.user == "alex")
            #expect(try await client.installations(ofUser: "alex").installations.count == 1)
            let count = try await client.count(.segment("testers"), app: "com.example.app")
            #expect(count.installations == 1)
            #expect(try await client.campaigns().campaigns.map(\.id) == [campaign.id])
            #expect(try await client.cancelCampaign(campaign.id).state == "cancelled")
            #expect(try await client.deleteSegment("testers", app: "com.example.app"))
            #expect(try await client.segment("testers", app: "com.example.app") == nil)
            let again = try await client.send("a", to: .user("alex"), idempotencyKey: "k")
            let same = try await client.send("a", to: .user("alex"), idempotencyKey: "k")
            #expect(again.id == same.id)
            #expect(try await client.message(again.id)?.id == again.id)
            let refusal = await #expect(throws: ClientError.self) {
                try await client.putTemplate("t", Array("{".utf8), app: "com.example.app")
            }
            #expect(refusal?.problem?.status == 422)
            #expect(refusal?.problem?.line == 1)
            #expect(try await client.templates(app: "com.example.app").templates.isEmpty)
            #expect(try await client.deleteInstallation("device-7"))
            try await tell("alex", "hello", by: client)
        }
    }

    @Test func `a gateway that does not run is reported at once, and nothing was processed`()
        async throws
    {
        let client = BellhopClient(url: "http://127.0.0.1:1", key: "bh_key", retries: .never)
        let error = await #expect(throws: ClientError.self) {
            try await client.send("a", to: .user("alex"))
        }
        // The cause is the refused connection, not a time limit that was reached after many
        // attempts.
        #expect(
            error
                == .noResponse(cause: "the connection was refused", mayHaveBeenProcessed: false))
    }

    private func withGateway(
        _ body: @escaping @Sendable (BellhopClient) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory
            .appending(path: "bellhop-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let gateway = try await Gateway.open(
            .init(
                database: directory.appending(path: "gateway.sqlite").path(percentEncoded: false)))
        let app = "com.example.app"
        _ = try await gateway.putApp(bundleID: app, name: "Example", userProof: nil)
        let key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
        _ = try await gateway.putCredential(
            bundleID: app,
            CredentialRequest(p8: key.p8Text, keyID: key.keyID, teamID: key.teamID))
        let apiKey = try await gateway.makeAPIKey(name: "test")
        try await LiveServer.run(makeGatewayRouter(for: gateway)) { server in
            try await body(BellhopClient(url: server.url, key: apiKey))
        }
        try await gateway.close()
    }
}
