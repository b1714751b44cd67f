// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct CommunicationFlow {
    private func message(_ id: String, from name: String) -> String {
        """
        {"aps":{"alert":"Are you there?","mutable-content":1},"chat":"c-1","message_id":"\(id)",\
        "conversation":{"id":"c-1","sender":{"id":"\(name)@example.com","name":"\(name)"}}}
        """
    }

    @Test
    func `NSE-15: a communication notification from an allowed person breaks through a Focus`()
        async throws
    {
        let test = try await CourierPhone()
        try await test.putAway()
        try await test.phone.turnOn(Focus(allowedPeople: ["mia@example.com"]))
        #expect(try await test.push(message("m1", from: "mia"))?.outcome == .shown)
        #expect(test.phone.screen.lockScreen.first?.communication?.senderName == "mia")
        #expect(try await test.push(message("m2", from: "leo"))?.outcome != .shown)
    }
}
