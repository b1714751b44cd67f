// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import Foundation
import GatewayAPI
import Testing

/// An app on BellhopKit whose server is a gateway in another process.
@MainActor
private final class TrainsDelegate: PushAppDelegate {
    let backend: HTTPBackend
    private(set) var handled: [String] = []

    init(_ backend: HTTPBackend) { self.backend = backend }

    override func makeConfiguration() -> PushConfiguration {
        var push = PushConfiguration(backend: backend)
        push.receipts = .all
        push.encryption = EncryptionPlan()
        push.onMessage = { [weak self] message in
            self?.handled.append(message.payload.string("aps.alert") ?? "")
        }
        return push
    }
}

extension RunningUp.Gateways {
    @MainActor
    struct KitAtGateway {
        @Test func `an app registers, handles a missed message once, and reports what was opened`()
            async throws
        {
            let up = try RunningUp.process()
            let key = try up.state.read("client-key").trimmingCharacters(in: .newlines)
            var limits = HTTPBackend.Limits()
            // Long enough for a busy machine.
            limits.timeout = .seconds(3600)
            let backend = HTTPBackend(
                try #require(URL(string: up.gatewayURL())), clientKey: key, limits: limits)
            let phone = try await TestPhone()
            // The phone has an APNs of its own, so the gateway's pushes do not reach it.
            let app = try await phone.install(
                TestApp("dev.bellhop.demo") { TrainsDelegate(backend) })
            try await phone.setPermission(.authorized, for: app)
            try await phone.launch(app)
            let delegate = try #require(app.delegate(as: TrainsDelegate.self))
            await app.run { delegate.push.registration.signIn("kit-user") }
            await phone.advance(by: .seconds(5))
            await delegate.push.settled()

            let id = try delegate.push.registration.installation.id
            let gateway = try up.gateway()
            let known = try await gateway.get("/v1/installations/\(id)").json
            #expect(known["user"]?.stringValue == "kit-user")
            #expect(known["permission", "authorization"]?.stringValue == "authorized")
            #expect(known["encryption_key", "suite"]?.stringValue == "x25519")
            #expect(known["tokens", 0, "state"]?.stringValue == "active")

            let posted = try await gateway.post(
                "/v1/users/kit-user/messages?app=dev.bellhop.demo", text: "Platform 4")
            #expect(posted.status == 202)
            for _ in 1...2 {
                _ = await app.run { await delegate.push.inbox.fetch() }
            }
            #expect(delegate.handled == ["Platform 4"])

            let message = try posted.json.text("id")
            await app.run {
                delegate.push.receipts.record(.opened, messageID: message)
                await delegate.push.receipts.flush()
            }
            let shown = try await gateway.get("/v1/messages/\(message)").json
            #expect(shown["receipts", "opened"]?.intValue == 1)
        }
    }
}
