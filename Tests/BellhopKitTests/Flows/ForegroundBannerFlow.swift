// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Testing

@MainActor
struct ForegroundBannerFlow {
    @Test
    func `FG-1: the thread and the visible page determine whether a banner is shown`()
        async throws
    {
        let test = try await CourierPhone()
        let phone = test.phone
        try await test.push(#"{"aps":{"alert":"Lunch?"},"chat":"ann","message_id":"m1"}"#)
        #expect(phone.screen.banner?.body == "Lunch?")
        #expect(test.server.handled == ["m1 foreground"])
        try await phone.perform(.flickBannerAway)

        // Shown only in the list, as the app has chosen for this thread.
        try await test.push(
            #"{"aps":{"alert":"20 % off","thread-id":"ads"},"message_id":"m2"}"#)
        #expect(phone.screen.banner == nil)
        #expect(phone.screen.notifications.map(\.body) == ["20 % off", "Lunch?"])

        // The person is reading this chat.
        try test.courier.router.visible = .chat("ann")
        try await test.push(#"{"aps":{"alert":"At one?"},"chat":"ann","message_id":"m3"}"#)
        #expect(phone.screen.banner == nil)
        #expect(phone.screen.notifications.count == 2)
        #expect(test.server.handled.last == "m3 foreground")
    }
}
