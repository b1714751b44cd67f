// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct TimeoutFlow {
    @Test
    func `NSE-5: if a step hangs, the best available content is shown once, within 30 seconds`()
        async throws
    {
        let gate = StepGate()
        let test = try await CourierPhone(change: { configuration in
            let step = OwnStep("translate") { _ in await gate.wait() }
            configuration.steps.insert(step, before: .badge)
        })
        try await test.putAway()
        let start = test.phone.clock.now
        try await test.push(
            """
            {"aps":{"alert":"sent","mutable-content":1},"localized":{"loc-key":"NEW_MESSAGE"},\
            "message_id":"m1"}
            """,
            hanging: gate.reached, for: ServiceTime.step)
        let shown = try #require(test.phone.screen.lockScreen.first)
        #expect(shown.body == "You have a new message", "the result of the previous step is used")
        #expect(shown.badge == 1, "and the following steps run")
        #expect(test.phone.clock.now.timeIntervalSince(start) < 30)
        gate.open()
        await test.settle()
        #expect((test.repeatCount, test.expiryCount) == (0, 0))
    }
}
