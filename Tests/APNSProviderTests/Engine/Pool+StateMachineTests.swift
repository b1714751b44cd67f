// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Testing

@testable import APNSProvider

/// The pool's decisions on their own: events in, actions out.
struct PoolStateMachineTests {
    private let token: ProviderToken

    init() throws { token = try Fixtures.token() }

    /// A pool with one open connection (number 1) on which the given requests were submitted.
    private func openPool(
        _ ids: [UInt64] = [], limit: Int? = nil, answered: Bool = false,
        change: (inout PoolStateMachine.Settings) -> Void = { _ in }
    ) -> PoolStateMachine {
        var settings = PoolStateMachine.Settings()
        settings.place = "host:443"
        change(&settings)
        var pool = PoolStateMachine(settings: settings)
        if answered {
            _ = pool.submit(999)
            _ = pool.receivedSettings(1, maxConcurrentStreams: limit)
            _ = pool.dispatch(token: token)
            _ = pool.received(head: .init(status: 200), 1, stream: 1, isLast: true)
        }
        for id in ids { _ = pool.submit(id) }
        if !answered { _ = pool.receivedSettings(1, maxConcurrentStreams: limit) }
        return pool
    }

    private func unknown(_ mayHaveBeenProcessed: Bool, _ cause: String) -> PushOutcome {
        .unknown(UnknownOutcome(mayHaveBeenProcessed: mayHaveBeenProcessed, cause: cause))
    }

    // MARK: Opening and sending

    @Test func `the first request opens a connection, the next ones do not`() {
        var pool = PoolStateMachine(settings: .init())
        #expect(pool.submit(1) == [.startTimer(.connect(1)), .open(1)])
        #expect(pool.submit(2) == [])
        #expect(!pool.wantsToken, "nothing can be sent before the server's SETTINGS")
    }

    @Test func `the first request of a connection goes alone, its answer lets the others follow`() {
        var pool = openPool([1, 2, 3])
        #expect(pool.dispatch(token: token) == [.write(1, stream: 1, 1, token)])
        #expect(!pool.wantsToken)
        let accepted = PushOutcome.accepted(Acceptance())
        #expect(
            pool.received(head: .init(status: 200), 1, stream: 1, isLast: true) == [
                .complete(1, accepted)
            ])
        #expect(
            pool.dispatch(token: token) == [
                .write(1, stream: 3, 2, token), .write(1, stream: 5, 3, token),
            ])
    }

    @Test func `the server's limit rules at every moment, also when it falls`() {
        var pool = openPool([1, 2, 3], limit: 2, answered: true)
        #expect(pool.dispatch(token: token).count == 2)
        #expect(pool.receivedSettings(1, maxConcurrentStreams: 1) == [])
        _ = pool.received(head: .init(status: 200), 1, stream: 3, isLast: true)
        #expect(!pool.wantsToken, "one is still on its way and one is allowed")
        _ = pool.received(head: .init(status: 200), 1, stream: 5, isLast: true)
        #expect(pool.wantsToken)
        #expect(pool.receivedSettings(1, maxConcurrentStreams: 0) == [])
        #expect(!pool.wantsToken)
        #expect(
            pool.receivedSettings(1, maxConcurrentStreams: nil) == [],
            "SETTINGS that say nothing of it")
        #expect(!pool.wantsToken)
    }

    @Test func `the client's own limit holds when the server has none`() {
        var pool = openPool([1, 2, 3], answered: true) { $0.streamCountMax = 2 }
        #expect(pool.dispatch(token: token).count == 2)
    }

    @Test func `a full queue is an outcome with words`() {
        var pool = openPool([1, 2]) { $0.waitingCountMax = 2 }
        #expect(
            pool.submit(3)
                == [.complete(3, unknown(false, "2 requests wait already; send fewer at a time"))])
        _ = pool.cancelled(2)
        #expect(pool.submit(4) == [], "whoever left makes room")
    }

    @Test func `another connection is opened only when all are full and proven`() {
        var pool = openPool([1, 2], limit: 1) { $0.connectionCountMax = 2 }
        #expect(pool.dispatch(token: token) == [.write(1, stream: 1, 1, token)])
        #expect(pool.submit(3) == [])
        _ = pool.received(head: .init(status: 200), 1, stream: 1, isLast: true)
        #expect(
            pool.dispatch(token: token)
                == [.write(1, stream: 3, 2, token), .startTimer(.connect(2)), .open(2)])
        #expect(pool.submit(4) == [], "the limit of connections is reached")
    }

    @Test func `stream identifiers end, and then another connection begins`() {
        var connection = ConnectionStateMachine(firstStream: ConnectionStateMachine.streamIDMax)
        _ = connection.receiveSettings(maxConcurrentStreams: nil)
        #expect(connection.start(1, token: token) == ConnectionStateMachine.streamIDMax)
        #expect(connection.phase == .draining)
        #expect(connection.capacity(streamCountMax: 10) == 0)
    }

    // MARK: Ends without an answer

    @Test func `a deadline says whether the request was out`() {
        var pool = openPool([1, 2])
        _ = pool.dispatch(token: token)
        pool.requestWritten(1, stream: 1)
        #expect(
            pool.deadlinePassed(2)
                == [
                    .complete(
                        2, unknown(false, "not sent within 15 s: the server takes 1 at a time"))
                ])
        #expect(
            pool.deadlinePassed(1) == [
                .complete(1, unknown(true, "no answer within 15 s")), .reset(1, stream: 1),
                .ping(1),
                .startTimer(.ping(1, number: 1)),
            ], "a connection that said nothing all the time is tested")
        #expect(pool.deadlinePassed(1) == [], "once is enough")
    }

    @Test func `a deadline before there is a connection says so`() {
        var pool = PoolStateMachine(settings: .init(place: "host:443"))
        _ = pool.submit(1)
        #expect(
            pool.deadlinePassed(1)
                == [.complete(1, unknown(false, "no connection to host:443 within 15 s"))])
    }

    @Test func `a request that flow control held back was not processed`() {
        var pool = openPool([1])
        _ = pool.dispatch(token: token)
        let actions = pool.cancelled(1)
        let outcome = unknown(false, "cancelled before an answer came")
        #expect(actions == [.complete(1, outcome), .reset(1, stream: 1)])
    }

    @Test func `a late answer finds nobody`() {
        var pool = openPool([1, 2])
        _ = pool.dispatch(token: token)
        _ = pool.deadlinePassed(1)
        _ = pool.dispatch(token: token)
        #expect(pool.received(head: .init(status: 410), 1, stream: 1, isLast: true) == [])
        let accepted = PushOutcome.accepted(Acceptance())
        #expect(
            pool.received(head: .init(status: 200), 1, stream: 3, isLast: true) == [
                .complete(2, accepted)
            ])
    }

    @Test func `a lost connection leaves open what was written and repeats what was not`() {
        var pool = openPool([1, 2, 3, 4], answered: true)
        _ = pool.dispatch(token: token)
        pool.requestWritten(1, stream: 3)
        pool.requestWritten(1, stream: 5)
        _ = pool.received(head: .init(status: 200), 1, stream: 5, isLast: false)
        let actions = pool.connectionEnded(1, cause: "gone")
        #expect(
            actions == [
                .complete(1, unknown(true, "connection lost before an answer came: gone")),
                .complete(2, .accepted(Acceptance())), .startTimer(.connect(2)), .open(2),
            ])
        _ = pool.receivedSettings(2, maxConcurrentStreams: nil)
        #expect(pool.dispatch(token: token) == [.write(2, stream: 1, 3, token)], "in the old order")
        let end = pool.connectionEnded(2, cause: "gone again")
        #expect(end.first == .complete(3, unknown(false, "gone again")))
    }

    @Test func `a request that cannot be written goes on another connection, once`() {
        var pool = openPool([1], answered: true)
        _ = pool.dispatch(token: token)
        #expect(
            pool.requestNotWritten(1, stream: 3) == [.close(1), .startTimer(.connect(2)), .open(2)])
        _ = pool.receivedSettings(2, maxConcurrentStreams: nil)
        _ = pool.dispatch(token: token)
        let outcome = unknown(false, "the request could not be written")
        #expect(pool.requestNotWritten(2, stream: 1) == [.complete(1, outcome), .close(2)])
        #expect(pool.requestNotWritten(2, stream: 1) == [])
    }

    @Test func `who cannot connect is not asked for ever`() {
        var pool = PoolStateMachine(settings: .init())
        _ = pool.submit(1)
        _ = pool.submit(2)
        #expect(
            pool.connectionEnded(1, cause: "refused")
                == [
                    .complete(1, unknown(false, "refused")),
                    .complete(2, unknown(false, "refused")),
                ])
        #expect(pool.submit(3) == [.startTimer(.connect(2)), .open(2)], "a new request tries anew")
    }

    @Test func `a connection that is not ready in time is given up`() {
        var pool = PoolStateMachine(settings: .init(place: "host:443"))
        _ = pool.submit(1)
        #expect(
            pool.timerFired(.connect(1))
                == [
                    .close(1),
                    .complete(1, unknown(false, "no connection to host:443 within 10 s")),
                ])
        var ready = openPool([1])
        #expect(ready.timerFired(.connect(1)) == [])
    }

    // MARK: GOAWAY and resets

    @Test func `GOAWAY repeats what is above the last stream once and awaits the rest`() {
        var pool = openPool([1, 2, 3], answered: true)
        _ = pool.dispatch(token: token)
        for stream in [3, 5, 7] { pool.requestWritten(1, stream: stream) }
        #expect(
            pool.receivedGoAway(1, lastStream: 3, cause: "Shutdown") == [
                .startTimer(.connect(2)), .open(2),
            ])
        _ = pool.receivedSettings(2, maxConcurrentStreams: nil)
        #expect(pool.dispatch(token: token) == [.write(2, stream: 1, 2, token)])
        #expect(
            pool.received(head: .init(status: 200), 1, stream: 3, isLast: true)
                == [.complete(1, .accepted(Acceptance())), .close(1)])
        #expect(
            pool.receivedGoAway(2, lastStream: 0, cause: "Shutdown").first
                == .complete(2, unknown(false, "the server closed the connection: Shutdown")))
    }

    @Test func `a second GOAWAY lowers the last stream`() {
        var pool = openPool([1], answered: true)
        _ = pool.dispatch(token: token)
        #expect(pool.receivedGoAway(1, lastStream: Int(Int32.max), cause: "soon") == [])
        #expect(
            pool.receivedGoAway(1, lastStream: 1, cause: "now")
                == [.close(1), .startTimer(.connect(2)), .open(2)])
    }

    @Test func `two connections without any answer are enough`() {
        var pool = openPool([1, 2, 3])
        _ = pool.dispatch(token: token)
        _ = pool.receivedGoAway(1, lastStream: 0, cause: "bad")
        _ = pool.receivedSettings(2, maxConcurrentStreams: nil)
        _ = pool.dispatch(token: token)
        let cause = "the server closed the connection: bad"
        #expect(
            pool.receivedGoAway(2, lastStream: 0, cause: "bad") == [
                .complete(1, unknown(false, cause)), .close(2), .complete(2, unknown(false, cause)),
                .complete(3, unknown(false, cause)),
            ])
    }

    @Test(arguments: [(7, false), (8, true), (2, true), (99, true)])
    func `only REFUSED_STREAM is proof that nothing happened`(code: Int, isOpenEnd: Bool) {
        var pool = openPool([1])
        _ = pool.dispatch(token: token)
        pool.requestWritten(1, stream: 1)
        let first = pool.receivedReset(1, stream: 1, code: code)
        guard !isOpenEnd else {
            guard case .complete(1, .unknown(let outcome))? = first.first else {
                Issue.record("expected an unknown outcome, got \(first)")
                return
            }
            #expect(outcome.mayHaveBeenProcessed)
            return
        }
        #expect(first == [])
        #expect(pool.dispatch(token: token) == [.write(1, stream: 3, 1, token)])
        let cause = "the server reset the request's stream (REFUSED_STREAM)"
        #expect(
            pool.receivedReset(1, stream: 3, code: code) == [.complete(1, unknown(false, cause))])
    }
}
