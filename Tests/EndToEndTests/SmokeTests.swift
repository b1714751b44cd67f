// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

@Suite(.timeLimit(.minutes(2)))
struct UpTests {
    @Test func `a message posted to the gateway ends as a banner on the lock screen`() async throws {
        try await BellhopProcess.with(.up) { up in
            let posted = try await up.gateway().post("/v1/users/alex/messages", text: "Dinner is ready")
            #expect(posted.status == 202, "\(posted.text)")
            let pushed = try await up.bellhop(["push", BellhopTool.example("message")])
            #expect(pushed.status == 0, "\(pushed)")
        }
    }
}
