// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Simulation
import Testing

/// Payloads, phones and actions at random, from a seed.
private struct Chaos {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(generator.next() % UInt64(elements.count))]
    }

    mutating func flip() -> Bool { generator.chance(1, outOf: 2) }

    mutating func settings() -> NotificationSettings {
        NotificationSettings(
            alert: flip(), sound: flip(), badge: flip(), lockScreen: flip(),
            notificationCenter: flip())
    }

    mutating func phone() throws -> PhoneFixture {
        let state = pick(AppState.allCases)
        let authorization = pick(Authorization.allCases)
        let isLocked = flip()
        return try PhoneFixture(state, authorization: authorization, isLocked: isLocked) { app in
            app.settings = settings()
            app.backgroundRefreshEnabled = flip()
            app.capabilities.criticalAlerts = flip()
            app.capabilities.timeSensitive = flip()
            app.capabilities.remoteNotificationBackgroundMode = flip()
            app.foregroundPresentation = PresentationOptions(
                rawValue: UInt(truncatingIfNeeded: generator.next())
                    & PresentationOptions.all.rawValue)
        }
    }

    mutating func payload() -> String {
        let members = [
            [
                nil, "\"alert\":\"Hi\"", "\"alert\":{\"title\":\"T\",\"loc-key\":\"K\"}",
                "\"alert\":{}",
                "\"alert\":7",
            ],
            [nil, "\"badge\":\(generator.next() % 5)", "\"badge\":-1", "\"badge\":\"3\""],
            [
                nil, "\"sound\":\"default\"", "\"sound\":{\"critical\":1,\"volume\":-1}",
                "\"sound\":null",
            ],
            [
                nil, "\"content-available\":1", "\"content-available\":0",
                "\"content-available\":true",
            ],
            [nil, "\"mutable-content\":1"], [nil, "\"thread-id\":\"t\""],
            [nil, "\"interruption-level\":\"passive\"", "\"interruption-level\":\"critical\""],
        ]
        let aps = members.compactMap { pick($0) }.joined(separator: ",")
        return pick([
            "{\"aps\":{\(aps)}}", "{\"aps\":{\(aps)},\"x\":{\"y\":[1,2]}}", "{\"aps\":[]}", "{}",
        ])
    }

    mutating func action() -> UserAction {
        let id = PhoneFixture.bundleID
        return pick([
            .lock, .unlock, .launch(bundleID: id), .forceQuit(bundleID: id), .reboot,
            .bring(bundleID: id, to: pick(AppState.allCases)),
            .setSettings(bundleID: id, settings()),
            .setAuthorization(bundleID: id, pick(Authorization.allCases)), .flickBannerAway,
        ])
    }
}

@Test(arguments: 1...40 as ClosedRange<UInt64>)
func `no payload in no state breaks the rules that always hold`(seed: UInt64) throws {
    var chaos = Chaos(seed: seed)
    var phone = try chaos.phone()
    var badge = 0
    for step in 0..<100 {
        if chaos.flip() { try phone.perform(chaos.action()) }
        let before = try phone.app
        let payload = chaos.payload()
        let note: Comment = "seed \(seed), step \(step): \(payload)"
        let decision = try phone.take(payload, number: UInt8(step))
        let after = try phone.app

        if !before.authorization.allowsNotifications {
            #expect(decision.place == .none && decision.sound == nil && decision.badge == nil, note)
            #expect(after.delivered == before.delivered, note)
            #expect(!decision.asksApp, note)
        }
        if before.authorization == .provisional {
            #expect([.none, .notificationCenter].contains(decision.place), note)
            #expect(decision.sound == nil && decision.badge == nil, note)
        }
        if before.state == .forceQuit {
            #expect(decision.callbacks.isEmpty && after.state == .forceQuit, note)
        }
        if let applied = decision.badge {
            #expect(before.effectiveSettings.badge, note)
            badge = applied
        }
        #expect(after.badge == badge, note)
        #expect(decision.asksApp == false || !phone.device.isLocked, note)
        #expect(decision.isKept == false || after.delivered.first == decision.notification, note)
        #expect(!decision.summary.isEmpty && !decision.summary.contains("\n"), note)
        #expect(!decision.reasons.isEmpty, note)
        #expect(decision.reasons.allSatisfy { $0.rule != nil }, note)
        #expect(decision.callbacks.allSatisfy { $0.rule?.rule != nil }, note)
        let happened = decision.place != .none || decision.sound != nil || decision.badge != nil
        #expect(decision.outcome.isDelivered == (happened || !decision.callbacks.isEmpty), note)
        phone.device.endBackgroundRun(of: PhoneFixture.bundleID)
    }
}
