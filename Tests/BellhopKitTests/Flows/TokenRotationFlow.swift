// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import Testing

@MainActor
struct TokenRotationFlow {
    private let push = #"{"aps":{"alert":"Your parcel is here"},"parcel":"p1","message_id":"m1"}"#

    @Test func `REG-5: after a restore from a backup, the server gets the new token`()
        async throws
    {
        let test = try await CourierPhone()
        let (phone, server) = (test.phone, test.server)
        let old = try #require(await server.tokens(.app).values.first)
        try await phone.perform(.restoreFromBackup)
        try await phone.unlock()
        try await test.launch()

        let new = try #require(await server.tokens(.app).values.first)
        #expect(new != old)
        #expect(new == test.app.token)
        #expect(await server.tokens(.app).count == 1)
        try await phone.setPermission(.authorized, for: test.app)
        try await test.putAway()
        try await test.push(push, PushHeaders(token: new))
        #expect(phone.screen.lockScreen.map(\.body) == ["Your parcel is here"])
        await #expect(throws: PushRejected.self) {
            try await test.push(push, PushHeaders(token: old))
        }
    }
}
