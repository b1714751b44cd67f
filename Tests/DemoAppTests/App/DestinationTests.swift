// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import DemoApp
@testable import DemoKit

@Test(arguments: [
    ("demo://orders/20931?tab=tracking", Destination.order("20931")),
    ("demo://chats/c-1", .conversation("c-1")),
    ("DEMO://reminders/milk", .reminder("milk")),
    ("demo://games/7f21", .game("7f21")),
    ("demo://settings", .notificationSettings),
])
func `a link leads to its page`(link: String, destination: Destination) throws {
    let url = try #require(URL(string: link))
    #expect(Destination(url: url) == destination)
}

@Test(arguments: [
    "https://orders/20931", "demo://orders", "demo://orders/", "demo://unknown/1", "demo:orders/1",
])
func `a link that is not the app's leads nowhere`(link: String) throws {
    let url = try #require(URL(string: link))
    #expect(Destination(url: url) == nil)
}

@Test func `a link wins over what else the payload names`() {
    let payload = PushPayload(["link": "demo://orders/1", "conversation": ["id": "c-1"]])
    #expect(Destination(payload) == .order("1"))
    #expect(
        Destination(PushPayload(["link": "https://example.com", "order_id": 7])) == .order("7"))
    #expect(Destination(PushPayload(["aps": ["alert": "Hi"]])) == nil)
}

@MainActor
struct RouterTests {
    @Test func `a destination waits for the views, and a later one replaces it (LNK-3)`() {
        let router = Router()
        router.open(.order("1"))
        router.open(.conversation("c-1"))
        #expect(router.visible == nil)
        router.viewsAppeared()
        #expect(router.path == [.conversation("c-1")])
    }

    @Test func `a destination is kept once only`() {
        let router = Router()
        router.open(.order("1"))
        router.viewsAppeared()
        router.path = []
        router.viewsAppeared()
        #expect(router.path.isEmpty)
    }

    @Test func `with views it is shown at once`() throws {
        let router = Router()
        router.viewsAppeared()
        #expect(try router.open(#require(URL(string: "demo://orders/1"))))
        #expect(router.visible == .order("1"))
        #expect(try !router.open(#require(URL(string: "https://example.com"))))
        #expect(router.visible == .order("1"))
    }
}
