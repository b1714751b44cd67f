// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import HTTP2Core
import Testing

@testable import APNSProvider

/// Expired tokens and responses that end a connection.
struct EngineTokenTests {
    private func busy(_ count: Int) throws -> PoolUnderTest {
        var test = try PoolUnderTest.proven()
        for number in 1...count { try test.submit(number) }
        return test
    }

    @Test func `an expired token is replaced once, on a new connection`() throws {
        var test = try busy(3)
        test.respond(1, 3, status: 403, reason: "ExpiredProviderToken")
        test.respond(1, 5, status: 403, reason: "ExpiredProviderToken")
        #expect(test.actions == [.renewToken(number: 1)], "the token is requested once")
        try test.submit(4)
        #expect(test.frames(1, .headers).count == 3, "the old connection gets no more requests")
        test.tokenNumber = 2
        test.pool.tokenRenewed(expired: 1, isAvailable: true, now: test.now)
        test.turn()
        test.greet(2)
        test.respond(2, 1)
        let requests = try test.requests(2)
        #expect(requests.count == 3)
        #expect(requests.map(\.fields["authorization"]) == ["bearer t2", "bearer t2", "bearer t2"])
        test.respond(1, 7)
        #expect(
            test.summary(3) == "200", "requests on the old connection still get responses")
        #expect(test.actions.last == .close(1))
    }

    @Test func `a connection whose token has expired ends even if it already uses a newer token`()
        throws
    {
        var test = try busy(1)
        test.tokenNumber = 2
        try test.submit(2)
        test.respond(1, 3, status: 403, reason: "ExpiredProviderToken")
        try test.submit(3)
        #expect(test.frames(1, .headers).count == 2)
        test.respond(1, 5)
        #expect(test.summary(2) == "200")
        #expect(test.actions.last == .close(1))
    }

    @Test func `a second ExpiredProviderToken is final`() throws {
        var test = try busy(1)
        test.respond(1, 3, status: 403, reason: "ExpiredProviderToken")
        test.tokenNumber = 2
        test.pool.tokenRenewed(expired: 1, isAvailable: true, now: test.now)
        test.turn()
        test.greet(2)
        test.respond(2, 1, status: 403, reason: "ExpiredProviderToken")
        #expect(test.summary(1) == "403")
        #expect(test.actions.filter { $0 == .renewToken(number: 2) } == [])
    }

    @Test func `without another token, the rejection is final`() throws {
        var test = try busy(1)
        test.respond(1, 3, status: 403, reason: "ExpiredProviderToken")
        test.pool.tokenRenewed(expired: 1, isAvailable: false, now: test.now)
        test.turn()
        #expect(test.summary(1) == "403")
    }

    @Test func `a request whose deadline passes while the token is renewed ends as rejected`()
        throws
    {
        var test = try busy(1)
        test.respond(1, 3, status: 403, reason: "ExpiredProviderToken")
        test.advance(by: .seconds(15))
        #expect(test.summary(1) == "403")
        test.pool.tokenRenewed(expired: 1, isAvailable: true, now: test.now)
        test.turn()
        #expect(test.summary(1) == "403")
        #expect(test.pool.requestCount == 0)
    }

    @Test func `the requests of each token wait for its replacement`() throws {
        var test = PoolUnderTest { $0.connectionCountMax = 2 }
        test.pool.warmUp(2, now: test.now)
        try test.submit(0)
        test.greet(1)
        test.tokenNumber = 2
        try test.submit(1)
        test.greet(2)
        test.respond(1, 1, status: 403, reason: "ExpiredProviderToken")
        test.respond(2, 1, status: 403, reason: "ExpiredProviderToken")
        test.pool.tokenRenewed(expired: 1, isAvailable: false, now: test.now)
        test.turn()
        #expect([0, 1].map(test.summary) == ["403", "none"])
    }

    @Test func `InvalidProviderToken does not cause a new token`() throws {
        var test = try busy(1)
        test.respond(1, 3, status: 403, reason: "InvalidProviderToken")
        #expect(test.summary(1) == "403")
        #expect(test.actions == [])
    }

    @Test(arguments: [
        (RejectionReason.shutdown, true), (.idleTimeout, true), (.unrelatedKeyIDInToken, true),
        (.badDeviceToken, false), (.invalidProviderToken, false), (.serviceUnavailable, false),
        (.internalServerError, false),
    ])
    func `a rejection ends its connection only if the reason requires a new connection`(
        reason: RejectionReason, ends: Bool
    ) throws {
        var test = PoolUnderTest { $0.connectionCountMax = 2 }
        test.pool.warmUp(2, now: test.now)
        try test.submit(0)
        test.greet(1)
        test.greet(2)
        test.respond(1, 1, status: reason.status, reason: reason.rawValue)
        #expect(test.summary(0) == "\(reason.status)")
        #expect(test.actions.contains(.close(1)) == ends)
        #expect(!test.actions.contains(.close(2)))
    }
}
