// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Testing

@MainActor
struct GroupedThreadFlow {
    private func chat(_ id: String, _ thread: String) -> String {
        """
        {"aps":{"alert":"\(id)","thread-id":"\(thread)","category":"chat"},"chat":"\(thread)",\
        "message_id":"\(id)"}
        """
    }

    @Test func `GRP-1: notifications are grouped by chat, and a reply is sent to its own chat`()
        async throws
    {
        let test = try await CourierPhone()
        try await test.putAway()
        for (id, thread) in [("m1", "ann"), ("m2", "ben"), ("m3", "ann")] {
            try await test.push(chat(id, thread))
        }
        let groups = Dictionary(grouping: test.phone.screen.lockScreen, by: \.threadID)
        #expect(
            groups.mapValues { $0.compactMap(\.body) } == ["ann": ["m3", "m1"], "ben": ["m2"]])

        let ben = try #require(groups["ben"]?.first)
        try await test.phone.choose("reply", text: "Yes", on: ben)
        await test.settle()
        #expect(test.server.sent == ["ben: Yes"])
        try await test.phone.perform(.clearAll(bundleID: Courier.bundleID, threadID: "ann"))
        #expect(test.phone.screen.notifications.isEmpty)
    }
}
