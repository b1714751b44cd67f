// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ExtensionFailures {
    @Test func `NSE-14: of two pushes in one extension process, each has its own text and number`()
        async throws
    {
        let gate = StepGate()
        let test = try await CourierPhone(change: { configuration in
            let step = OwnStep("wait") { draft in
                if draft.content.body == "first" { await gate.wait() }
                draft.change { $0.body += ", seen" }
            }
            configuration.steps.insert(step, before: .badge)
        })
        try await test.putAway()
        let phone = test.phone
        async let first = phone.push(
            #"{"aps":{"alert":"first","mutable-content":1},"message_id":"m1"}"#)
        await gate.reached()
        async let second = phone.push(
            #"{"aps":{"alert":"second","mutable-content":1},"message_id":"m2"}"#)
        gate.open()
        _ = try await (first, second)
        await test.settle()
        #expect(Set(phone.screen.lockScreen.map(\.body)) == ["first, seen", "second, seen"])
        #expect(Set(phone.screen.lockScreen.map(\.badge)) == [1, 2])
        #expect(await test.server.receipts.sorted() == ["m1 delivered", "m2 delivered"])
        #expect((test.repeatCount, test.expiryCount) == (0, 0))
    }

    @Test(arguments: [
        ServiceExtensionResult.crashed("index out of range"), .killedForMemory,
    ])
    func `NSE-6, NSE-7: if the extension fails, the original is shown and the app gets the message`(
        failure: ServiceExtensionResult
    ) async throws {
        let test = try await CourierPhone()
        try await test.putAway()
        test.app.failNextServiceExtension(failure)
        try await test.push(
            """
            {"aps":{"alert":"sent","mutable-content":1},"localized":{"loc-key":"NEW_MESSAGE"},\
            "parcel":"p1","message_id":"m1"}
            """)
        #expect(test.phone.screen.lockScreen.map(\.body) == ["sent"])
        try await test.phone.unlock()
        try await test.phone.tap()
        await test.settle()
        #expect(try test.courier.router.take() == .parcel("p1"))
        #expect(test.server.handled == ["m1 response"])
    }
}
