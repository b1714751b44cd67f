// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Testing

@MainActor
struct ReplyFlow {
    private func chat(_ id: String) -> String {
        #"{"aps":{"alert":"Lunch?","category":"chat"},"chat":"ann","message_id":"\#(id)"}"#
    }

    @Test func `T196, ACT-5, RSP-5: Reply, Like and Delete work from the lock screen`()
        async throws
    {
        let test = try await CourierPhone()
        try await test.putAway()
        for (id, action, text) in [
            ("m1", "reply", "At one?"), ("m2", "like", nil), ("m3", "delete", nil),
        ] {
            try await test.push(chat(id))
            try await test.phone.choose(action, text: text)
            await test.settle()
        }
        let server = test.server
        #expect(server.sent == ["ann: At one?"])
        #expect(server.liked == ["m2"])
        #expect(server.deleted == ["m3"])
        #expect(server.handled.count == 3)
        #expect(test.phone.screen.isLocked)
        #expect(test.app.state?.state != .foreground)
        #expect(server.errors.isEmpty)
    }

    @Test func `an action that starts the app runs the action's handler`() async throws {
        let test = try await CourierPhone()
        try await test.phone.terminate(test.app)
        try await test.phone.lock()
        try await test.push(chat("m1"))
        try await test.phone.choose("reply", text: "Yes")
        await test.settle()
        #expect(test.server.sent == ["ann: Yes"])
        #expect(test.phone.screen.isLocked)
    }
}
