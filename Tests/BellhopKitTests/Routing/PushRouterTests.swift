// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import Foundation
import Observation
import Testing

/// The state of an app's views: tabs, each with its own stack.
@MainActor
@Observable
private final class Shell {
    enum Tab { case orders, profile }

    let router: PushRouter<Place>
    private(set) var tab = Tab.orders
    private(set) var path: [String] = []

    init(_ router: PushRouter<Place>) { self.router = router }

    /// What the tab view does in `.onChange(of: router.pending, initial: true)`.
    func follow() {
        switch router.pending {
        case .order: tab = .orders
        case .profile:
            tab = .profile
            _ = router.take()
        case nil: break
        }
    }

    /// What the stack of orders does in the same way, once the orders tab is shown.
    func followOrders() {
        guard tab == .orders,
            case .order(let id)? = router.take(where: {
                if case .order = $0 { true } else { false }
            })
        else { return }
        path.append(id)
        router.visible = .order(id)
    }
}

/// A route that is a URL.
private struct Linked: PushRoute {
    let url: URL

    init?(_ message: PushMessage) {
        let keys = PayloadKeys().link
        let urls = keys.compactMap { message.payload.url($0, schemes: ["https", "shop"]) }
        guard let url = urls.first else { return nil }
        self.url = url
    }
}

@MainActor
struct PushRouterTests {
    private func message(_ key: String, _ value: String) -> PushMessage {
        let object = JSONObject([JSONObject.Member(key: key, value: .string(value))])
        return PushMessage(PushPayload(object), origin: .response)
    }

    @Test func `T186: LNK-3: a pending destination switches the tab and is taken once`() {
        let router = PushRouter<Place>()
        let shell = Shell(router)
        router.open(.profile)
        shell.follow()
        #expect(shell.tab == .profile && router.pending == nil)

        router.open(message("order_id", "7"))
        shell.followOrders()
        #expect(shell.path.isEmpty, "the other tab is shown")
        shell.follow()
        shell.followOrders()
        #expect(shell.tab == .orders && shell.path == ["7"])
        shell.followOrders()
        #expect(shell.path == ["7"])
    }

    @Test(arguments: [
        (#"{"messageId":"m1","deepLink":"shop://orders/7"}"#, "m1", "shop://orders/7"),
        (#"{"message_id":"m2","link":"shop://profile"}"#, "m2", "shop://profile"),
        (#"{"message_id":3,"deeplink":"https://example.com/a"}"#, "3", "https://example.com/a"),
        (#"{"message_id":"","link":"file:///etc/passwd"}"#, nil, nil),
        (#"{"message_id":{},"link":7}"#, nil, nil),
    ])
    func `T112, T185: LNK-1: a message's identifier and route are read from the app's own keys`(
        json: String, id: String?, link: String?
    ) throws {
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
        let message = PushMessage(
            PushPayload(try #require(value.objectValue)), origin: .response)
        #expect(message.id == id)
        #expect(Linked(message)?.url.absoluteString == link)
    }

    @Test func `a later destination replaces one that no view has taken`() {
        let router = PushRouter<Place>()
        router.open(.order("1"))
        router.open(.order("2"))
        router.open(message("unknown", "x"))
        #expect(router.take() == .order("2"))
        #expect(router.take() == nil)
    }

    @Test func `observation informs views of a destination`() async {
        let router = PushRouter<Place>()
        let isNotified = await confirmation { notified in
            withObservationTracking {
                _ = router.pending
            } onChange: {
                notified()
            }
            router.open(.profile)
            return true
        }
        #expect(isNotified)
    }

    @Test func `only a message for the visible page counts as being on the screen`() {
        let router = PushRouter<Place>()
        #expect(!router.isOnScreen(message("x", "y")), "two messages without a route are not equal")
        router.visible = .order("7")
        #expect(router.isOnScreen(message("order_id", "7")))
        #expect(!router.isOnScreen(message("order_id", "8")))
        #expect(!router.isOnScreen(message("x", "y")))
    }
}
