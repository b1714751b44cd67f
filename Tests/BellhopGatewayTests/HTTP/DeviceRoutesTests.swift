// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway
import Foundation
import GatewayAPI
import HTTPTypes
import Simulation
import Testing

struct DeviceRoutesTests {
    private let path = "/v1/device/installations/i1"

    @Test func `an app registers, fetches what was sent, and reports what became of it`()
        async throws
    {
        try await DeviceScene.run { device in
            let registered = try await device.register()
            #expect(registered.status == 200, "\(registered.text)")
            let installation = try registered.decode(InstallationResource.self)
            #expect(installation.environment == .sandbox)
            #expect(installation.platform == .iOS)
            #expect(installation.permission?.authorization == .provisional)
            #expect(installation.encryptionKey?.publicKey == Data([1, 2, 3]))
            #expect(installation.tokens.map(\.activity) == [nil, "order-7"])
            let message = try await device.http.curl("/v1/users/alex/messages", "Dinner is ready")
                .decode(MessageResource.self)
            let page = try await device.messages()
            #expect(page.messages.map(\.id) == [message.id])
            let payload = page.messages.first?.payload.objectValue
            #expect(payload?["message_id"] == .string(message.id))
            #expect(page.messages.first?.sentAt == message.createdAt)
            #expect(!page.hasMore)
            #expect(try await device.messages(after: page.cursor).messages.isEmpty)
            let answer = try await device.send([
                Receipt(message: message.id, event: .delivered, at: message.createdAt),
                Receipt(message: message.id, event: .opened, at: message.createdAt),
            ])
            #expect(answer.status == 202, "\(answer.text)")
            #expect(
                try answer.decode(ReceiptAnswer.self) == ReceiptAnswer(accepted: 2, ignored: 0))
            let shown = try await device.http.ask(.get, "/v1/messages/\(message.id)").decode(
                MessageResource.self)
            #expect(shown.receipts == ["delivered": 1, "opened": 1])
            let list = try await device.http.ask(
                .get, "/v1/messages/\(message.id)/receipts?limit=1"
            )
            .decode(ReceiptList.self)
            #expect(list.receipts.map(\.event) == [.delivered])
            let next = try #require(list.next)
            let rest = try await device.http.ask(
                .get, "/v1/messages/\(message.id)/receipts?after=\(next)"
            ).decode(ReceiptList.self)
            #expect(rest.receipts.map(\.event) == [.opened])
            #expect(rest.receipts.map(\.installation) == ["i1"])
            #expect(try await device.ask(.delete, path).status == 204)
            #expect(try await device.ask(.get, path + "/messages").status == 404)
        }
    }
}
