// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Testing

@Suite(.timeLimit(.minutes(30)))
@MainActor
struct SoftAskModelTests {
    @Test func `the sheet is shown while the app asks, and after a yes the system asks`()
        async throws
    {
        let test = try await PermissionFixture.launched()
        let model = SoftAskModel(try test.permission)
        #expect(model.shown == nil)
        let asking = try await test.ask(.chat)
        #expect(model.shown == .chat)

        model.agree()
        #expect(model.shown == nil)
        // SwiftUI sets nil when the sheet has closed; after a yes, this is not a "Not now".
        model.shown = nil
        try await test.wait { test.phone.screen.prompt != nil }
        try await test.phone.allow()
        #expect(await asking.value == .granted)
        #expect(try test.permission.history.declineCount(of: "chat") == 0)
    }

    @Test(arguments: [true, false])
    func `Not now, or a swipe, closes the sheet and counts as a decline`(isSwipe: Bool) async throws
    {
        let test = try await PermissionFixture.launched()
        let model = SoftAskModel(try test.permission)
        let asking = try await test.ask(.chat)
        if isSwipe { model.shown = nil } else { model.decline() }
        #expect(await asking.value == .notNow)
        #expect(model.shown == nil)
        model.shown = nil
        #expect(try test.permission.history.declineCount(of: "chat") == 1)
    }

    @Test func `the default texts name both buttons and include a hint`() {
        #expect(SoftAskTexts.usual.agree == "Turn On Notifications")
        #expect(SoftAskTexts.usual.decline == "Not Now")
        #expect(!SoftAskTexts.usual.agreeHint.isEmpty)
    }
}
