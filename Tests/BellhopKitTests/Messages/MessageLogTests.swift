// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import BellhopKit

/// A log whose mutating calls can be used in an expectation.
private final class LogUnderTest {
    private(set) var value = MessageLog()

    func claim(_ id: String, by claimant: MessageLog.Claimant, at now: Date) -> MessageLog.Claim {
        value.claim(id, by: claimant, at: now)
    }
    @discardableResult
    func releaseClaim(_ id: String, by claimant: MessageLog.Claimant, at now: Date) -> Bool {
        value.releaseClaim(id, by: claimant, at: now)
    }
    func finish(_ id: String, origin: PushMessage.Origin, at now: Date) {
        value.finish(id, origin: origin, at: now)
    }
}

struct MessageLogTests {
    private let app = MessageLog.Claimant(process: "1", isExtension: false)
    private let nextApp = MessageLog.Claimant(process: "2", isExtension: false)
    private let ext = MessageLog.Claimant(process: "3", isExtension: true)
    private let otherExt = MessageLog.Claimant(process: "4", isExtension: true)
    private let start = Date(timeIntervalSince1970: 1_000_000)

    @Test func `only the first claim is granted, and a handled message stays handled`() {
        let log = LogUnderTest()
        #expect(log.claim("a", by: app, at: start) == .granted)
        #expect(log.claim("a", by: app, at: start) == .claimedElsewhere)
        #expect(log.claim("a", by: ext, at: start) == .claimedElsewhere)
        log.finish("a", origin: .fetched, at: start)
        #expect(log.claim("a", by: nextApp, at: start + 1e9) == .handled(.fetched))
    }

    @Test func `only the holder can release a claim, and then the message can be claimed again`() {
        let log = LogUnderTest()
        #expect(log.claim("a", by: app, at: start) == .granted)
        log.releaseClaim("a", by: ext, at: start)
        #expect(log.claim("a", by: ext, at: start) == .claimedElsewhere)
        log.releaseClaim("a", by: app, at: start)
        #expect(log.claim("a", by: ext, at: start) == .granted)
    }

    @Test func `a crashed app's claim ends when the app starts again`() {
        let log = LogUnderTest()
        #expect(log.claim("a", by: app, at: start) == .granted)
        #expect(
            log.claim("a", by: ext, at: start + 3_600) == .claimedElsewhere, "the app may be slow")
        #expect(log.claim("a", by: nextApp, at: start) == .granted)
    }

    @Test(arguments: [
        (59.0, false), (-59, false), (61, true), (-86_400, true),
    ])
    func `a crashed extension's claim ends after a minute, even if the clock is changed`(
        seconds: Double, hasEnded: Bool
    ) {
        for claimant in [app, otherExt] {
            let log = LogUnderTest()
            #expect(log.claim("a", by: ext, at: start) == .granted)
            let claim = log.claim("a", by: claimant, at: start + seconds)
            #expect(claim == (hasEnded ? .granted : .claimedElsewhere))
        }
    }

    @Test func `a message that crashes its process three times is not handled again`() {
        let log = LogUnderTest()
        var claims: [MessageLog.Claim] = []
        for process in 1...5 {
            let claimant = MessageLog.Claimant(process: "p\(process)", isExtension: false)
            claims.append(log.claim("a", by: claimant, at: start))
        }
        #expect(claims == [.granted, .granted, .granted, .abandoned, .handled(nil)])
    }

    @Test func `a handler that always throws is not called again after three days`() {
        let log = LogUnderTest()
        let last = start + MessageLog.retrySecondsMax
        for now in [start, last] {
            #expect(log.claim("a", by: app, at: now) == .granted)
            #expect(log.releaseClaim("a", by: app, at: now))
        }
        #expect(log.claim("a", by: app, at: last + 1) == .granted)
        #expect(!log.releaseClaim("a", by: app, at: last + 1))
        #expect(log.claim("a", by: app, at: last + 2) == .handled(nil))
    }

    @Test func `the oldest handled messages are removed, but no message in progress`() {
        let log = LogUnderTest()
        #expect(log.claim("running", by: app, at: start) == .granted)
        for number in 0...MessageLog.entriesMax {
            log.finish("\(number)", origin: .background, at: start + Double(number))
        }
        #expect(log.value.entries.count == MessageLog.entriesMax)
        #expect(log.value.entry("running") != nil)
        #expect(
            log.value.entry("0") == nil && log.value.entry("1") == nil
                && log.value.entry("2") != nil)
    }
}
