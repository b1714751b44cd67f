// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import Foundation
import Testing

@testable import DemoApp

@Test(arguments: [
    ("demo://orders/20931?tab=tracking", Destination.order("20931")),
    ("demo://chats/c-1", .conversation("c-1")),
    ("DEMO://reminders/milk", .reminder("milk")),
    ("demo://games/7f21", .game("7f21")),
    ("demo://settings", .notificationSettings),
])
func `a link opens its page`(link: String, destination: Destination) throws {
    let url = try #require(URL(string: link))
    #expect(Destination(url: url) == destination)
}

@Test(arguments: [
    "https://orders/20931", "demo://orders", "demo://orders/", "demo://unknown/1", "demo:orders/1",
])
func `a link that is not the app's opens no page`(link: String) throws {
    let url = try #require(URL(string: link))
    #expect(Destination(url: url) == nil)
}

@Test func `a link has priority over other keys of the payload`() {
    func destination(_ userInfo: [AnyHashable: Any]) -> Destination? {
        Destination(PushMessage(PushPayload(userInfo), origin: .response))
    }
    #expect(
        destination(["link": "demo://orders/1", "conversation": ["id": "c-1"]]) == .order("1"))
    #expect(destination(["link": "https://example.com", "order_id": 7]) == .order("7"))
    #expect(destination(["aps": ["alert": "Hi"]]) == nil)
}
