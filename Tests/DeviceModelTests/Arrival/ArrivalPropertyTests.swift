// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Simulation
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Random payloads, phones and actions, from a seed.
private struct Chaos {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(generator.next() % UInt64(elements.count))]
    }

    mutating func flip() -> Bool { generator.chance(1, outOf: 2) }

    mutating func settings() -> NotificationSettings {
        var settings = NotificationSettings(
            alert: flip(), sound: flip(), badge: flip(), lockScreen: flip(),
            notificationCenter: flip())
        settings.scheduledDelivery = flip()
        settings.criticalAlert = flip()
        settings.timeSensitive = flip()
        return settings
    }

    mutating func focus() -> Focus? {
        pick([
            nil, Focus(allowedApps: [PhoneFixture.bundleID]), Focus(allowsTimeSensitive: flip()),
            Focus(filters: [PhoneFixture.bundleID: ["work"]]),
        ])
    }

    mutating func phone() throws -> PhoneFixture {
        let state = pick(AppState.allCases)
        let authorization = pick(Authorization.allCases)
        let isLocked = flip()
        var phone = try PhoneFixture(state, authorization: authorization, isLocked: isLocked) {
            app in
            app.settings = settings()
            app.backgroundRefreshEnabled = flip()
            app.capabilities.criticalAlerts = flip()
            app.capabilities.timeSensitive = flip()
            app.capabilities.serviceExtension = flip()
            app.capabilities.filtering = flip()
            app.capabilities.remoteNotificationBackgroundMode = flip()
            app.behaviour.serviceExtension = pick(AppBehaviour.Extension.allCases)
            app.behaviour.hasCenterDelegate = generator.chance(3, outOf: 4)
            app.foregroundPresentation = PresentationOptions(
                rawValue: UInt(truncatingIfNeeded: generator.next())
                    & PresentationOptions.all.rawValue)
        }
        phone.device.summary = flip() ? ScheduledSummary() : nil
        phone.device.focus = focus()
        return phone
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
            [
                nil, "\"interruption-level\":\"passive\"", "\"interruption-level\":\"critical\"",
                "\"interruption-level\":\"time-sensitive\"",
            ],
            [nil, "\"filter-criteria\":\"home\""],
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
            .setFocus(focus()), .setMuted(flip()), .setLowPower(flip()),
            .setSummary(flip() ? ScheduledSummary() : nil),
        ])
    }
}

@Test(arguments: 1...40 as ClosedRange<UInt64>)
func `the invariants hold for any payload in any state`(seed: UInt64) throws {
    var chaos = Chaos(seed: seed)
    var phone = try chaos.phone()
    var badge = 0
    for step in 0..<100 {
        if chaos.flip() {
            // Some actions are impossible at this moment. They are refused and change nothing.
            do { try phone.perform(chaos.action()) } catch is DeviceActionError {}
        }
        let before = try phone.app
        let payload = chaos.payload()
        let note: Comment = "seed \(seed), step \(step): \(payload)"
        let collapseID = chaos.pick([nil, nil, "a", "b"])
        let decision = try phone.take(payload, collapseID: collapseID, number: UInt8(step))
        let after = try phone.app

        if let applied = decision.badge {
            #expect(before.effectiveSettings.badge, note)
            badge = applied
        }
        #expect(after.badge == badge, note)
        #expect(decision.callsWillPresent == false || !phone.device.isLocked, note)
        #expect(decision.isKept == false || after.delivered.first == decision.notification, note)
        #expect(!decision.summary.isEmpty && !decision.summary.contains("\n"), note)
        #expect(!decision.reasons.isEmpty, note)
        #expect(decision.reasons.allSatisfy { $0.rule != nil }, note)
        #expect(decision.callbacks.allSatisfy { $0.rule?.rule != nil }, note)
        expectQuiet(decision, before, after, note)
        expectShownOrHeld(decision, after, note)
        expectOneExtension(decision, note)
        phone.device.endBackgroundRun(of: PhoneFixture.bundleID)
        if chaos.generator.chance(1, outOf: 8) {
            badge = try drain(&phone, badge, after: Double(step) * 3_600)
        }
    }
}

/// Checks what must not happen without permission, with provisional permission and after a
/// force-quit.
private func expectQuiet(
    _ decision: ArrivalDecision, _ before: InstalledApp, _ after: InstalledApp, _ note: Comment
) {
    if !before.authorization.allowsNotifications {
        #expect(decision.place == .none && decision.sound == nil && decision.badge == nil, note)
        #expect(after.delivered == before.delivered, note)
        #expect(after.heldForSummary == before.heldForSummary, note)
        #expect(!decision.callsWillPresent, note)
    }
    if before.authorization == .provisional {
        #expect([.none, .notificationCenter].contains(decision.place), note)
        #expect(decision.sound == nil && decision.badge == nil && !decision.vibrates, note)
    }
    if before.state == .forceQuit {
        // SIL-7: only the service extension may run.
        let kinds = decision.callbacks.map(\.kind)
        #expect(!kinds.contains(.didReceiveRemoteNotification), note)
        #expect(!kinds.contains(.willPresent), note)
        #expect(after.state == .forceQuit && decision.wake == nil, note)
        #expect(after.heldPush == nil, note)
    }
}

/// Checks that a notification is never both shown and held, and that the outcome states which.
private func expectShownOrHeld(
    _ decision: ArrivalDecision, _ after: InstalledApp, _ note: Comment
) {
    let isHeld = decision.waitsForSummary || decision.heldPush != nil
    #expect((decision.outcome == .held) == isHeld, note)
    if isHeld {
        #expect(decision.place == .none && !decision.isKept && decision.sound == nil, note)
    }
    let shown = Set(after.delivered.map(\.id))
    #expect(shown.isDisjoint(with: after.heldForSummary.map(\.id)), note)
    #expect(shown.count == after.delivered.count, note)
    #expect(decision.place != .lockScreen || !decision.isSilencedByFocus, note)
    let happened =
        decision.place != .none || decision.sound != nil || decision.badge != nil
        || decision.vibrates
    let isCalled = decision.callbacks.contains {
        $0.kind == .willPresent || $0.kind == .didReceiveRemoteNotification
    }
    let handledSilently = decision.outcome == .handledByApp
    let expected = !isHeld && (happened || isCalled || handledSilently)
    #expect(decision.outcome.isDelivered == expected, note)
}

/// Checks that the extension's result is applied at most once.
private func expectOneExtension(_ decision: ArrivalDecision, _ note: Comment) {
    #expect(decision.callbacks.count { $0.kind == .serviceExtension } <= 1, note)
    let body = decision.notification?.body ?? ""
    #expect(!body.hasPrefix(AppBehaviour.changedPrefix + AppBehaviour.changedPrefix), note)
}

/// Processes everything that is due, and returns the badge afterwards.
private func drain(_ phone: inout PhoneFixture, _ badge: Int, after seconds: Double) throws -> Int {
    var badge = badge
    let now = PhoneFixture.after(seconds)
    for round in 0... {
        try #require(round < 50, "the due events never end")
        guard let event = phone.device.takeDue(at: now) else { break }
        guard case .arrival(let incoming) = event else { continue }
        let state = try phone.app.state
        let decision = phone.device.decide(incoming, at: now)
        // A push that was held is not held again when it is released.
        #expect(decision.heldPush == nil && state != .forceQuit)
        if let applied = decision.badge { badge = applied }
        phone.device.apply(decision)
        phone.device.endBackgroundRun(of: PhoneFixture.bundleID)
    }
    return badge
}
