// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import Simulation
import Testing

@testable import BellhopKit

private let start = Date(timeIntervalSince1970: 1_767_225_600)
private let app = TokenName(.app)
private let shop = DeviceRegistration(app: "com.example.shop", environment: .sandbox)

private func token(_ byte: UInt8) throws -> DeviceToken {
    try DeviceToken(bytes: Array(repeating: byte, count: 32))
}

/// A state with its own clock, and what would have been sent to the server.
private final class Launch {
    var state = RegistrationState()
    var now: Date
    var sent: [DeviceRegistration] = []
    var generator = SeededGenerator(seed: 1)

    init(_ record: RegistrationRecord = RegistrationRecord(salt: Data([1])), at now: Date = start) {
        self.now = now
        state.load(record, at: now)
        apply(.facts(shop))
    }

    var record: RegistrationRecord { state.record ?? RegistrationRecord(salt: Data()) }

    func apply(_ event: RegistrationEvent) { state.apply(event, at: now) }

    /// The next launch, at a later time, with the stored record.
    func relaunched(after seconds: Double) -> Launch { Launch(record, at: now + seconds) }

    /// Moves the clock to the date for which the state waits, if it waits; returns whether the
    /// state then begins an upload.
    func begins() -> Bool {
        if case .wait(let date) = state.next(at: now) { now = date }
        guard state.next(at: now) == .upload, let begun = state.begin() else { return false }
        sent.append(begun)
        return true
    }

    /// Makes all calls that are due; the server accepts them.
    func succeeds() {
        while begins() { state.succeed(at: now) }
    }

    func fails(_ error: any Error = BackendError(.unreachable, "no network")) -> Bool {
        guard begins() else { return false }
        state.fail(error, at: now, using: &generator)
        return true
    }
}

struct RegistrationStateTests {
    @Test func `tokens and permission that change within half a second are sent in one call`()
        throws
    {
        let launch = Launch()
        launch.apply(.token(app, try token(1)))
        #expect(launch.state.next(at: launch.now) == .wait(until: start + 0.5))
        launch.now += 0.3
        var allowed = shop
        allowed.permission = PermissionSnapshot(authorization: .authorized)
        launch.apply(.facts(allowed))
        let activity = TokenName(.liveActivity, attributesType: "Order", activity: "a1")
        launch.apply(.token(activity, try token(2)))
        #expect(launch.state.next(at: launch.now) == .wait(until: start + 0.5))
        launch.succeeds()
        #expect(launch.sent.count == 1)
        #expect(launch.sent.first?.tokens.map(\.name) == [app, activity])
        #expect(launch.sent.first?.permission?.authorization == .authorized)
        #expect(launch.state.status(at: launch.now) == .registered(at: start + 0.5))
    }

    @Test func `without a token, nothing is sent`() {
        let launch = Launch()
        launch.apply(.user("alex", proof: nil))
        launch.apply(.resumed)
        #expect(!launch.begins())
        #expect(launch.state.status(at: launch.now) == .waitingForToken)
    }

    /// The change in the launch after a confirmed registration, and the number of calls that this
    /// launch makes.
    enum Change: CaseIterable {
        case nothing, newToken, newFacts, newUser, anHour, aDay, clockADayBack, lostConfirmation

        var calls: Int { [.nothing, .anHour].contains(self) ? 0 : 1 }
    }

    @Test(
        "REG-3, REG-7: an upload is repeated only after a change or after a day",
        arguments: Change.allCases)
    func coalescing(_ change: Change) throws {
        let first = Launch()
        first.apply(.token(app, try token(1)))
        first.succeeds()
        let hours: Double =
            switch change {
            case .aDay: 24
            case .clockADayBack: -24
            default: 1
            }
        if change == .lostConfirmation {
            first.apply(.user("alex", proof: nil))
            #expect(first.begins())
            // The server accepts the call, but the app is killed before it receives the response.
            // Then alex signs out.
            first.state.apply(.user(nil, proof: nil), at: first.now)
        }
        let second = first.relaunched(after: hours * 3600)
        if change == .newFacts {
            var facts = shop
            facts.appVersion = "2.0"
            second.apply(.facts(facts))
        }
        if change == .newUser { second.apply(.user("alex", proof: nil)) }
        second.apply(.token(app, try token(change == .newToken ? 2 : 1)))
        second.succeeds()
        #expect(second.sent.count == change.calls)
        #expect(second.sent.last?.user == (change == .newUser && change.calls > 0 ? "alex" : nil))
    }

    @Test func `a token that changes during a call is sent in a second call`() throws {
        let launch = Launch()
        launch.apply(.token(app, try token(1)))
        #expect(launch.begins())
        launch.apply(.token(app, try token(2)))
        #expect(launch.state.next(at: launch.now) == .nothing)
        launch.state.succeed(at: launch.now)
        launch.succeeds()
        #expect(
            launch.sent.map(\.tokens) == [
                [TokenRegistration(app, try token(1))], [TokenRegistration(app, try token(2))],
            ])
    }

    @Test func `a log-out is sent after the call in progress`() throws {
        let launch = Launch()
        launch.apply(.user("alex", proof: "v1=ab"))
        launch.apply(.token(app, try token(1)))
        #expect(launch.begins())
        launch.apply(.user(nil, proof: nil))
        #expect(launch.state.next(at: launch.now) == .nothing)
        launch.state.fail(
            BackendError(.unreachable, "no response"), at: launch.now, using: &launch.generator)
        launch.succeeds()
        #expect(launch.sent.map(\.user) == ["alex", nil])
        #expect(launch.sent.map(\.userProof) == ["v1=ab", nil])
    }

    @Test func `a log-out without network is sent in the next launch, before any token`() throws {
        let first = Launch()
        first.apply(.user("alex", proof: nil))
        first.apply(.token(app, try token(1)))
        first.succeeds()
        first.apply(.user(nil, proof: nil))
        #expect(first.fails())

        let second = first.relaunched(after: 3600)
        second.succeeds()
        #expect(second.sent.map(\.user) == [nil])
        #expect(second.sent.first?.tokens == [])
        #expect(!second.record.isUserLeaving)
    }

    @Test func `the person stays signed in across launches`() throws {
        let first = Launch()
        first.apply(.user("alex", proof: nil))
        first.apply(.token(app, try token(1)))
        first.succeeds()
        let second = first.relaunched(after: 25 * 3600)
        second.apply(.token(app, try token(1)))
        second.succeeds()
        #expect(second.sent.map(\.user) == ["alex"])
    }

    @Test func `each wait has an upper limit, and a launch stops after eight failures`() throws {
        let launch = Launch()
        launch.apply(.token(app, try token(1)))
        var count = 0
        while launch.fails() {
            count += 1
            let bound = RetryDelay.standard.bound(failures: count).inSeconds
            let wait = launch.record.retryAt?.timeIntervalSince(launch.now)
            #expect(try #require(wait) <= bound)
        }
        #expect(count == 8)
        launch.apply(.resumed)
        #expect(launch.begins())
    }

    @Test func `a wait recorded by a clock that was a day ahead is ignored`() throws {
        let first = Launch(at: start + 86_400)
        first.apply(.token(app, try token(1)))
        #expect(first.fails(BackendError(.unreachable, "no network", retryAfter: .seconds(600))))
        let second = first.relaunched(after: -86_400)
        second.apply(.token(app, try token(1)))
        #expect(second.state.next(at: second.now) == .wait(until: second.now + 0.5))
    }

    @Test func `the server's Retry-After is stored across launches, up to an hour`() throws {
        let first = Launch()
        first.apply(.token(app, try token(1)))
        let busy = BackendError(.refused(status: 503), "busy", retryAfter: .seconds(1200))
        #expect(first.fails(busy))
        let second = first.relaunched(after: 60)
        second.apply(.token(app, try token(1)))
        #expect(second.begins())
        #expect(second.now >= first.now + 1200)
        let greedy = BackendError(.refused(status: 503), "busy", retryAfter: .seconds(1_000_000))
        second.state.fail(greedy, at: second.now, using: &second.generator)
        #expect(second.begins())
        #expect(second.now <= first.now + 1200 + 3600 + 4)
    }

    @Test func `a refused registration is not repeated until something changes`() throws {
        let launch = Launch()
        launch.apply(.user("alex", proof: nil))
        launch.apply(.token(app, try token(1)))
        #expect(launch.fails(BackendError(.refused(status: 403), "a proof is needed")))
        #expect(launch.state.next(at: launch.now + 86_400) == .nothing)
        #expect(
            launch.state.status(at: launch.now) == .failed("a proof is needed", next: nil))
        launch.apply(.user("alex", proof: "v1=ab"))
        launch.succeeds()
        #expect(launch.sent.last?.userProof == "v1=ab")
    }

    @Test func `an ended token is sent until the server has confirmed it`() throws {
        let activity = TokenName(.liveActivity, attributesType: "Order", activity: "a1")
        let first = Launch()
        first.apply(.token(app, try token(1)))
        first.apply(.token(activity, try token(2)))
        first.succeeds()
        first.apply(.ended(activity))
        #expect(first.fails())
        let second = first.relaunched(after: 3600)
        second.apply(.token(app, try token(1)))
        second.succeeds()
        #expect(second.sent.map(\.ended) == [[activity]])
        second.apply(.resumed)
        #expect(!second.begins())
    }

    @Test func `events that occur before the record is readable are applied afterwards`() throws {
        var state = RegistrationState()
        state.apply(.facts(shop), at: start)
        state.apply(.token(app, try token(1)), at: start)
        #expect(state.next(at: start) == .nothing)
        state.load(RegistrationRecord(salt: Data([1])), at: start)
        #expect(state.next(at: start) == .wait(until: start + 0.5))
    }

    @Test func `the record contains no token, and the stored hash of a token depends on the salt`()
        throws
    {
        let launch = Launch()
        launch.apply(.token(app, try token(0xAB)))
        launch.succeeds()
        let text = String(decoding: try JSONEncoder().encode(launch.record), as: UTF8.self)
        #expect(!text.contains(try token(0xAB).hex))
        #expect(!text.contains(Data(try token(0xAB).bytes).base64EncodedString()))
        let other = Launch(RegistrationRecord(salt: Data([2])))
        other.apply(.token(app, try token(0xAB)))
        other.succeeds()
        #expect(other.record.confirmed?.tokens != launch.record.confirmed?.tokens)
    }

    @Test func `a badge is sent until the server confirms it, and a newer badge is sent after it`()
        throws
    {
        let first = Launch()
        first.apply(.token(app, try token(1)))
        first.succeeds()
        first.apply(.badge(2))
        #expect(first.fails())
        let second = first.relaunched(after: 3600)
        second.apply(.token(app, try token(1)))
        #expect(second.begins())
        second.apply(.badge(0))
        second.state.succeed(at: second.now)
        second.succeeds()
        #expect(second.sent.map(\.badge) == [2, 0])
        second.apply(.resumed)
        #expect(!second.begins())
    }
}
