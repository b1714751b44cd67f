// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import BellhopKit

struct SoftAskTests {
    let start = Date(timeIntervalSince1970: 1_800_000_000)
    let day = 86_400.0
    private let other = PermissionReason(feature: "other", title: "For another thing")

    @Test(arguments: PermissionState.allCases)
    func `AUTH-11: only a person who has not decided is asked`(state: PermissionState) {
        var suggested = SoftAsk()
        var agreed = SoftAsk()
        let (a, b) = (
            suggested.suggest(.orders, in: state, at: start),
            agreed.agreed(.orders, in: state, at: start)
        )
        switch state {
        case .notDetermined, .provisional, .ephemeral:
            #expect(a == .explain(.orders) && b == .prompt(.orders))
        case .authorized: #expect(a == .skip && b == .skip)
        case .denied: #expect(a == .refuse(.denied) && b == .refuse(.denied))
        case .unknown:
            for action in [a, b] {
                guard case .refuse(.failed) = action else {
                    Issue.record("\(action)")
                    continue
                }
            }
        }
    }

    @Test func `only a yes leads to the system's prompt`() {
        var ask = SoftAsk()
        #expect(ask.yes(at: start) == .none)
        #expect(ask.notNow(at: start) == .none)
        _ = ask.suggest(.orders, in: .notDetermined, at: start)
        #expect(ask.notNow(at: start) == .close)
        #expect(ask.yes(at: start) == .none)
        #expect(ask.step == .idle)
        _ = ask.suggest(other, in: .notDetermined, at: start + 2 * day)
        #expect(ask.yes(at: start) == .prompt(other))
        #expect(ask.yes(at: start) == .none)
        #expect(ask.suggest(.orders, in: .notDetermined, at: start + 9 * day) == .refuse(.busy))
        ask.finishPrompt()
        #expect(ask.step == .idle)
        #expect(ask.history.features["other"]?.promptCount == 1)
    }

    @Test
    func `each Not now starts a longer waiting period, and the third ends the feature's requests`()
    {
        var ask = SoftAsk()
        var now = start
        for rest in [3 * day, 30 * day] {
            #expect(ask.suggest(.orders, in: .notDetermined, at: now) == .explain(.orders))
            _ = ask.notNow(at: now)
            let end = now + rest
            #expect(
                ask.suggest(.orders, in: .notDetermined, at: end - 1)
                    == .refuse(.declinedRecently(until: end)))
            now = end
        }
        #expect(ask.suggest(.orders, in: .notDetermined, at: now) == .explain(.orders))
        _ = ask.notNow(at: now)
        now += 10_000 * day
        #expect(ask.suggest(.orders, in: .notDetermined, at: now) == .refuse(.declinedTooOften))
        #expect(ask.suggest(other, in: .notDetermined, at: now) == .explain(other))
    }

    @Test func `after Not now for one feature, other features wait for a day`() {
        var ask = SoftAsk()
        _ = ask.suggest(.orders, in: .notDetermined, at: start)
        _ = ask.notNow(at: start)
        #expect(
            ask.suggest(other, in: .notDetermined, at: start)
                == .refuse(.declinedRecently(until: start + day)))
        #expect(ask.suggest(other, in: .notDetermined, at: start + day) == .explain(other))
    }

    @Test func `a clock that was ahead does not make a waiting period longer`() {
        var ask = SoftAsk()
        _ = ask.suggest(.orders, in: .notDetermined, at: start + 1_000 * day)
        _ = ask.notNow(at: start + 1_000 * day)
        #expect(
            ask.suggest(.orders, in: .notDetermined, at: start)
                == .refuse(.declinedRecently(until: start + 3 * day)))
        #expect(
            ask.suggest(.orders, in: .notDetermined, at: start + 3 * day) == .explain(.orders))
    }

    @Test func `the history is limited in size, and unchanged after it is written and read`()
        throws
    {
        var history = SoftAskHistory()
        for number in 0...SoftAskHistory.featureCountMax {
            history.decline("f\(number)", at: start + Double(number))
        }
        #expect(history.features.count == SoftAskHistory.featureCountMax)
        #expect(history.declineCount(of: "f0") == 0)
        let data = try JSONEncoder().encode(history)
        #expect(try JSONDecoder().decode(SoftAskHistory.self, from: data) == history)
    }

    @Test func `every refusal has a description in one line`() {
        let refusals: [PermissionRefusal] = [
            .reasonMissing, .denied, .declinedRecently(until: start), .declinedTooOften, .busy,
            .alreadyDecided,
            .notAuthorized, .cancelled, .failed("no"),
        ]
        #expect(Set(refusals.map(\.description)).count == refusals.count)
        for refusal in refusals { #expect(!refusal.description.contains("\n")) }
    }
}
