// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Foundation
import Simulation
import Synchronization
import Testing

/// A store in memory that can fail, hang, or return something else.
final class InMemoryTokenStore: ProviderTokenStore {
    enum Behaviour: Sendable { case good, failing, silent }
    struct Broken: Error { let token = "eyJhbGciOiJFUzI1NiJ9.secret" }

    private struct State {
        var behaviour = Behaviour.good
        var tokens: [String: SharedProviderToken] = [:]
        var loadCount = 0
        var stored: [SharedProviderToken] = []
    }

    private let state = Mutex(State())
    private let time: TimeSource

    init(time: TimeSource) { self.time = time }

    var loadCount: Int { state.withLock { $0.loadCount } }
    /// Everything that was ever stored.
    var stored: [SharedProviderToken] { state.withLock { $0.stored } }

    func set(_ behaviour: Behaviour) { state.withLock { $0.behaviour = behaviour } }

    func put(_ token: SharedProviderToken, name: String = "TEAM123456.ABC123DEFG") {
        state.withLock { $0.tokens[name] = token }
    }

    func load(_ name: String) async throws -> SharedProviderToken? {
        try await applyBehaviour()
        await Task.yield()
        return state.withLock { state in
            state.loadCount += 1
            return state.tokens[name]
        }
    }

    func replace(
        _ seen: SharedProviderToken?, with new: SharedProviderToken, name: String
    ) async throws -> SharedProviderToken? {
        try await applyBehaviour()
        return state.withLock { state in
            guard state.tokens[name] == seen else { return state.tokens[name] }
            state.tokens[name] = new
            state.stored.append(new)
            return new
        }
    }

    private func applyBehaviour() async throws {
        switch state.withLock({ $0.behaviour }) {
        case .good: return
        case .failing: throw Broken()
        case .silent: try await time.sleep(for: .seconds(3600))
        }
    }
}

/// How processes share a token.
struct SharedTokenTests {
    private let clock = VirtualClock()
    private let store: InMemoryTokenStore
    private let key: ProviderKey
    private let failures = Reports()
    private var time: TimeSource { clock.timeSource }

    init() throws {
        store = InMemoryTokenStore(time: clock.timeSource)
        key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "TEAM123456")
    }

    private func process(
        _ store: (any ProviderTokenStore)? = nil, key: ProviderKey? = nil
    ) -> ProviderTokenSource {
        ProviderTokenSource(key: key ?? self.key, store: store ?? self.store) { [failures] in
            failures.add("\($0)")
        }
    }

    private var reported: [String] { failures.all }

    @Test func `ten processes use one token in each window of fifty minutes`() async throws {
        let processes = (0..<10).map { _ in process() }
        for window in 1...5 {
            let tokens = try await withThrowingTaskGroup(of: ProviderToken.self) { group in
                for index in 0..<100 {
                    let process = processes[index % 10]
                    group.addTask { try await process.refreshed(time) }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(tokens.count == 1)
            #expect(store.stored.count == window)
            clock.advance(by: .seconds(50 * 60))
        }
        #expect(reported.isEmpty)
    }

    @Test func `a process queries the store once for all its callers, and then not again`()
        async throws
    {
        let process = process()
        #expect(try process.ready(time) == nil)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { _ = try await process.refreshed(time) } }
            try await group.waitForAll()
        }
        #expect(store.loadCount == 1)
        #expect(try process.ready(time) != nil)
    }

    @Test func `a process that starts late uses the current token`() async throws {
        let first = try await process().refreshed(time)
        clock.advance(by: .seconds(49 * 60))
        let late = process()
        #expect(try await late.refreshed(time) == first)
        clock.advance(by: .seconds(60))
        #expect(try late.ready(time) == nil)
        #expect(try await late.refreshed(time) != first)
    }

    @Test func `after an expired response all processes change to one new token`() async throws {
        let processes = (0..<10).map { _ in process() }
        var old: ProviderToken?
        for process in processes { old = try await process.refreshed(time) }
        let expired = try #require(old)
        clock.advance(by: .seconds(60))
        let tokens = try await withThrowingTaskGroup(of: ProviderToken?.self) { group in
            for process in processes {
                group.addTask { try await process.replacement(for: expired, time) }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(tokens.count == 1)
        #expect(store.stored.count == 2)
        let second = try #require(tokens.first ?? nil)
        // The exception is used up for all processes.
        for process in processes {
            #expect(try await process.replacement(for: second, time) == nil)
        }
        #expect(store.stored.count == 2)
        clock.advance(by: .seconds(20 * 60))
        #expect(try await processes[3].replacement(for: second, time) != nil)
    }

    @Test(arguments: [InMemoryTokenStore.Behaviour.failing, .silent])
    func `a store that fails or does not respond blocks no request and is reported`(
        behaviour: InMemoryTokenStore.Behaviour
    ) async throws {
        store.set(behaviour)
        let process = process()
        async let asked = process.refreshed(time)
        if behaviour == .silent {
            while clock.sleeperCount < 2 { await Task.yield() }
            clock.advance(by: ProviderTokenSource.storeTimeout)
        }
        let token = try await asked
        #expect(try process.ready(time) == token)
        #expect(reported.count == 1)
        #expect(!reported.joined().contains("eyJ"))
        // When the store works again, the token of the next window is shared.
        store.set(.good)
        clock.advance(by: .seconds(50 * 60))
        let shared = try await process.refreshed(time)
        #expect(store.stored.map(\.text) == [shared.text])
        #expect(reported.count == 1)
    }

    @Test func `without a working store, an expired token is still replaced once`()
        async throws
    {
        store.set(.failing)
        let process = process()
        let first = try await process.refreshed(time)
        let second = try #require(try await process.replacement(for: first, time))
        #expect(second != first)
        #expect(try await process.replacement(for: second, time) == nil)
    }

    @Test
    func `a stored token of another key, of another time or without a valid signature is not used`()
        async throws
    {
        let other = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "TEAM123456")
        let texts = [
            try ProviderToken(signedBy: other, issuedAt: clock.now).text,
            try ProviderToken(signedBy: key, issuedAt: clock.now - 50 * 60).text,
            try ProviderToken(signedBy: key, issuedAt: clock.now + 40 * 60).text,
            "nonsense", "",
        ]
        for text in texts {
            store.put(SharedProviderToken(text: text, isEarlyChange: false))
            let token = try await process().refreshed(time)
            #expect(token.issuedAt == clock.now)
            #expect(store.stored.last?.text == token.text)
        }
        #expect(reported.isEmpty)
    }

    @Test
    func `a process that changes its token does not use a stored token that is 40 minutes old`()
        async throws
    {
        // A token that was stored 40 minutes ago would have to be changed again in ten minutes.
        let alone = process()
        store.set(.failing)
        _ = try await alone.refreshed(time)
        store.set(.good)
        clock.advance(by: .seconds(10 * 60))
        let older = try await process().refreshed(time)
        clock.advance(by: .seconds(40 * 60))
        let next = try await alone.refreshed(time)
        #expect(next != older)
        #expect(next.issuedAt == clock.now)
    }

    @Test func `a stored token never prints its secret`() async throws {
        _ = try await process().refreshed(time)
        let stored = try #require(store.stored.first)
        var dumped = ""
        dump(stored, to: &dumped)
        for text in ["\(stored)", String(reflecting: stored), dumped] {
            #expect(!text.contains(stored.text.suffix(20)))
            #expect(!text.contains("eyJ"))
        }
    }
}
