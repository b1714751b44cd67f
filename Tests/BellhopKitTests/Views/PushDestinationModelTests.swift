// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import Testing

private enum Page: PushRoute {
    case order(String)

    init?(_ message: PushMessage) {
        guard let order = message.payload.string("order") else { return nil }
        self = .order(order)
    }
}

@MainActor
struct PushDestinationModelTests {
    private func tap(_ order: String) -> PushMessage {
        PushMessage(PushPayload(["order": order]), origin: .response)
    }

    @Test func `LNK-3: the destination of an early tap is shown as soon as a view exists`() {
        let router = PushRouter<Page>()
        router.open(tap("1"))
        let model = PushDestinationModel(router)
        #expect(model.shown == nil)
        #expect(model.pending == .order("1"))
        model.update()
        #expect(model.shown == .order("1"))
        #expect(router.pending == nil)
    }

    @Test func `a later tap replaces the shown page, and after going back no page is shown`() {
        let router = PushRouter<Page>()
        let model = PushDestinationModel(router)
        model.update()
        #expect(model.shown == nil)
        router.open(tap("1"))
        model.update()
        router.open(tap("2"))
        model.update()
        #expect(model.shown == .order("2"))
        model.shown = nil
        model.update()
        #expect(model.shown == nil)
    }
}
