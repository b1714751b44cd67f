// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

@Suite(.timeLimit(.minutes(2)))
struct UpTests {
    @Test func `a posted message and a pushed file reach the phone`() async throws {
        try await BellhopProcess.with(.up) { up in
            let gateway = try up.gateway()
            let posted = try await gateway.post("/v1/users/alex/messages", text: "Dinner is ready")
            #expect(posted.status == 202, "\(posted.text)")
            let pushed = try await up.bellhop(["push", BellhopTool.example("message")])
            #expect(pushed.status == 0, "\(pushed)")
        }
    }
}
