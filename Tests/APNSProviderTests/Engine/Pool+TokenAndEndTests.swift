// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Testing

@testable import APNSProvider

/// The pool's decisions about expired tokens, silent links and shutting down.
struct PoolTokenAndEndTests {
    private let token: ProviderToken
    private let fresh: ProviderToken

    init() throws {
        token = try Fixtures.token()
        fresh = try Fixtures.token(issuedAt: 1_767_225_900)
    }

    private func body(_ reason: RejectionReason) -> [UInt8] {
        RejectionBody(reason: reason).encoded
    }

    /// A pool whose requests are all on connection 1, streams 3, 5, …
    private func busyPool(_ ids: [UInt64]) -> PoolStateMachine {
        var pool = PoolStateMachine(settings: .init())
        _ = pool.submit(999)
        _ = pool.receivedSettings(1, maxConcurrentStreams: 1000)
        _ = pool.dispatch(token: token)
        _ = pool.received(head: .init(status: 200), 1, stream: 1, isLast: true)
        for id in ids { _ = pool.submit(id) }
        _ = pool.dispatch(token: token)
        return pool
    }

    /// Answers a request with a reason.
    private func answer(
        _ pool: inout PoolStateMachine, _ connection: UInt64 = 1, stream: Int,
        _ reason: RejectionReason
    ) -> [PoolStateMachine.Action] {
        _ = pool.received(
            head: .init(status: reason.status), connection, stream: stream, isLast: false)
        return pool.received(body: body(reason), connection, stream: stream, isLast: true)
    }

    @Test func `an expired token leads to a new one on a new connection`() {
        var pool = busyPool([1, 2])
        #expect(answer(&pool, stream: 3, .expiredProviderToken) == [.renewToken(1, expired: token)])
        #expect(pool.tokenRenewed(1, isAvailable: true) == [.startTimer(.connect(2)), .open(2)])
        #expect(
            answer(&pool, stream: 5, .expiredProviderToken) == [
                .close(1), .renewToken(2, expired: token),
            ],
            "the old connection ends with its last answer")
        #expect(pool.tokenRenewed(2, isAvailable: true) == [])
        _ = pool.receivedSettings(2, maxConcurrentStreams: nil)
        #expect(pool.dispatch(token: fresh) == [.write(2, stream: 1, 2, fresh)])
    }

    @Test func `a second expired answer stands`() {
        var pool = busyPool([1])
        _ = answer(&pool, stream: 3, .expiredProviderToken)
        _ = pool.tokenRenewed(1, isAvailable: true)
        _ = pool.receivedSettings(2, maxConcurrentStreams: nil)
        _ = pool.dispatch(token: fresh)
        let rejection = Rejection(status: 403, reason: .expiredProviderToken)
        #expect(
            answer(&pool, 2, stream: 1, .expiredProviderToken)
                == [.close(2), .complete(1, .rejected(rejection))])
    }

    @Test func `without another token the rejection stands`() {
        var pool = busyPool([1])
        #expect(
            answer(&pool, stream: 3, .expiredProviderToken) == [
                .close(1), .renewToken(1, expired: token),
            ])
        let rejection = Rejection(status: 403, reason: .expiredProviderToken)
        #expect(pool.tokenRenewed(1, isAvailable: false) == [.complete(1, .rejected(rejection))])
    }

    @Test(arguments: [
        (RejectionReason.shutdown, true), (.idleTimeout, true), (.unrelatedKeyIDInToken, true),
        (.badDeviceToken, false), (.invalidProviderToken, false), (.serviceUnavailable, false),
    ])
    func `a connection ends when its reason asks for a new one`(reason: RejectionReason, ends: Bool)
    {
        var pool = busyPool([1])
        let actions = answer(&pool, stream: 3, reason)
        #expect(actions.contains(.close(1)) == ends)
        #expect(
            actions.contains(
                .complete(1, .rejected(Rejection(status: reason.status, reason: reason)))))
    }

    @Test func `silence is tested with a PING, and no answer to it is the end`() {
        var pool = busyPool([1])
        pool.requestWritten(1, stream: 3)
        #expect(
            pool.timerFired(.idle(1)) == [.startTimer(.idle(1))],
            "answers came in the first interval")
        #expect(
            pool.timerFired(.idle(1))
                == [.ping(1), .startTimer(.ping(1, number: 1)), .startTimer(.idle(1))])
        pool.receivedPingAnswer(1)
        #expect(pool.timerFired(.ping(1, number: 1)) == [], "it was answered")
        _ = pool.timerFired(.idle(1))
        _ = pool.timerFired(.idle(1))
        let cause =
            "connection lost before an answer came: the server did not answer a PING within 10 s"
        #expect(
            pool.timerFired(.ping(1, number: 2)) == [
                .close(1),
                .complete(1, .unknown(UnknownOutcome(mayHaveBeenProcessed: true, cause: cause))),
            ])
        #expect(pool.timerFired(.idle(1)) == [], "a timer of a connection that is gone")
    }

    @Test func `an overlong body ends the stream, and the status is kept`() {
        var pool = busyPool([1])
        _ = pool.received(head: .init(status: 502), 1, stream: 3, isLast: false)
        let body = [UInt8](repeating: 0x20, count: ResponseAccumulator.bodyByteCountMax)
        #expect(pool.received(body: body, 1, stream: 3, isLast: false) == [])
        let rejection = Rejection(status: 502, reason: RejectionReason(rawValue: "HTTP 502"))
        #expect(
            pool.received(body: [0x20], 1, stream: 3, isLast: false)
                == [.complete(1, .rejected(rejection)), .reset(1, stream: 3)])
    }

    @Test func `an answer without a status is no answer`() {
        var pool = busyPool([1])
        let actions = pool.received(head: .init(status: 0), 1, stream: 3, isLast: true)
        let outcome = UnknownOutcome(
            mayHaveBeenProcessed: true, cause: "the server's answer has no status")
        #expect(actions == [.complete(1, .unknown(outcome))])
    }

    @Test func `interim answers and trailers change nothing`() {
        var pool = busyPool([1])
        #expect(pool.received(head: .init(status: 103), 1, stream: 3, isLast: false) == [])
        let head = ResponseAccumulator.Head(status: 200, uniqueID: "u")
        #expect(pool.received(head: head, 1, stream: 3, isLast: false) == [])
        let accepted = PushOutcome.accepted(Acceptance(uniqueID: "u"))
        #expect(
            pool.received(head: .init(status: 0), 1, stream: 3, isLast: true) == [
                .complete(1, accepted)
            ])
    }

    @Test func `shutting down refuses new requests and ends with the last answer`() {
        var pool = busyPool([1])
        #expect(pool.shutdown() == [])
        #expect(pool.submit(2) == [.refuse(2)])
        #expect(!pool.isFinished)
        #expect(
            pool.received(head: .init(status: 200), 1, stream: 3, isLast: true)
                == [.complete(1, .accepted(Acceptance())), .close(1)])
        #expect(pool.isFinished)
        #expect(pool.shutdown() == [])
    }

    @Test func `what waits is still sent while shutting down`() {
        var pool = PoolStateMachine(settings: .init())
        _ = pool.submit(1)
        #expect(pool.shutdown() == [])
        _ = pool.receivedSettings(1, maxConcurrentStreams: nil)
        #expect(pool.dispatch(token: token) == [.write(1, stream: 1, 1, token)])
    }

    @Test func `a client that is dropped gives every request its outcome`() {
        var pool = busyPool([1, 2])
        pool.requestWritten(1, stream: 3)
        let cause = "the client was dropped"
        #expect(
            pool.abandon() == [
                .complete(1, .unknown(UnknownOutcome(mayHaveBeenProcessed: true, cause: cause))),
                .complete(2, .unknown(UnknownOutcome(mayHaveBeenProcessed: false, cause: cause))),
                .close(1),
            ])
        #expect(pool.isFinished)
    }
}
