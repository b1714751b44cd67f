// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import GatewayAPI
import Testing

/// The parts of the kit, as `PushCenter` combines them, in the courier's app (`Flows/App`).
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct PushCenterPartsTests {
    @Test func `the self-check of a complete app finds nothing until a category is unknown`()
        async throws
    {
        let test = try await CourierPhone()
        let push = try test.push
        let before = await test.app.run { await push.selfCheck() }
        #expect(before.findings.isEmpty, "\(before)")
        try await test.push(#"{"aps":{"alert":"Hello","category":"news"}}"#)
        let after = await test.app.run { await push.selfCheck() }
        #expect(after.findings.map(\.problem) == [.categoryUnknown], "\(after)")
    }

    @Test
    func `REG-11: a failed registration is reported with its reason, and a later one succeeds`()
        async throws
    {
        let test = try await CourierPhone(
            isLaunched: false, device: { $0.choices.registrationFailsOffline = true })
        try await test.phone.setOnline(false)
        try await test.launch()
        guard case .failed(let why, next: nil) = try test.push.registration.status else {
            Issue.record("status \(try test.push.registration.status)")
            return
        }
        #expect(why.contains("network"))
        try await test.phone.setOnline(true)
        try await test.phone.goHome()
        try await test.launch()
        #expect(await test.server.tokens(.app).count == 1)
    }

    @Test func `LCL-12: a refresh in the background submits the next notifications to the system`()
        async throws
    {
        let test = try await CourierPhone()
        try await test.push.schedule.plan(
            (1...150).map {
                LocalNotification(
                    id: "n\($0)", LocalContent(title: "\($0)"), .after(.seconds($0 * 60 + 30)))
            })
        try await test.putAway()
        await test.phone.advance(by: .seconds(3_700))
        await test.settle()
        // No notification is due at the moment of the refresh, at 3,600 seconds.
        #expect(test.app.pending.count == 58, "sixty were submitted, and two of them were shown")
        #expect(test.phone.screen.notifications.count == 61)
    }

    @Test func `a message sealed for a person who has signed out can no longer be opened`()
        async throws
    {
        let test = try await CourierPhone()
        let push = try test.push
        push.registration.signIn("alex")
        await test.settle()
        let sealed = try await test.sealed("m1", "For Alex")
        await test.app.run { await push.signOut() }
        await test.settle()
        #expect(await test.server.memory.registrations.values.map(\.user) == [nil])
        try await test.putAway()
        try await test.push(sealed)
        try await test.push(try await test.sealed("m2", "For the next one"))
        #expect(
            test.phone.screen.lockScreen.map(\.body) == [
                "For the next one", "You have a new message",
            ])
    }

    @Test func `a snoozed message is shown again with its localized text and its picture`()
        async throws
    {
        let media = try MediaServer { _ in .file(MediaSample.png, type: "image/png") }
        let test = try await CourierPhone()
        try await test.putAway()
        try await test.push(
            """
            {"aps":{"alert":"sent","category":"parcel","mutable-content":1},"message_id":"m1",\
            "localized":{"loc-key":"NEW_MESSAGE"},"imageURL":"\(media.url("/a.png"))"}
            """)
        try await test.phone.choose("snooze")
        await test.settle()
        await test.phone.advance(by: .seconds(300))
        let again = try #require(test.phone.screen.lockScreen.first)
        #expect(again.body == "You have a new message")
        #expect(again.attachments.map(\.type) == ["public.png"])
        #expect(test.server.errors.isEmpty)
    }
}
