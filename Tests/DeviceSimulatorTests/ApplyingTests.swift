// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Simulation
import Testing

@testable import DeviceSimulator

/// The phone makes a decision and applies it under the same lock.
@Suite(.timeLimit(.minutes(30)))
struct ApplyingTests {
    @Test func `64 alerts that arrive at the same time are all delivered`() async throws {
        let test = try await PhoneUnderTest()
        let pushes = try (0..<64).map { number in
            try test.push(#"{"aps":{"alert":"\#(number)"}}"#, number: UInt8(number))
        }
        await withTaskGroup { group in
            for push in pushes { group.addTask { await test.phone.receive(push) } }
        }
        #expect(try test.app.delivered.count == 64)
    }

    @Test func `a woken app stays awake while one of its callbacks runs`() async throws {
        let code = StateWatcher()
        let test = try await PhoneUnderTest(.suspended, code: code)
        let pushes = try (0..<32).map { number in
            try test.push(
                #"{"aps":{"alert":"x","content-available":1}}"#, number: UInt8(number))
        }
        await withTaskGroup { group in
            for push in pushes { group.addTask { await test.phone.receive(push) } }
        }
        let states = await code.states
        #expect(states.count == 32)
        #expect(states.allSatisfy { $0 == .background }, "\(states)")
        #expect(try test.app.state == .suspended)
    }

    @Test func `each of several registrations at the same time returns its own callback`()
        async throws
    {
        let test = try await PhoneUnderTest(.foreground)
        for round in 0..<200 {
            let counts = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        await test.phone.register(PhoneUnderTest.bundleID, families: [.app]).count
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(counts == Array(repeating: 1, count: 8), "round \(round)")
        }
    }

    @Test func `an app that is deleted while it registers has no token, and APNs is informed`()
        async throws
    {
        let test = try await PhoneUnderTest()
        for _ in 0..<50 {
            async let registered = test.phone.register(
                PhoneUnderTest.bundleID, families: [.app])
            async let deleted = try? test.phone.perform(
                .uninstall(bundleID: PhoneUnderTest.bundleID))
            _ = await (registered, deleted)
            #expect(test.phone.snapshot[PhoneUnderTest.bundleID] == nil)
            let calls = await test.link.calls
            let registration = calls.lastIndex { if case .register = $0 { true } else { false } }
            let removal = calls.lastIndex(of: .unregister(PhoneUnderTest.bundleID))
            #expect((registration ?? -1) < (removal ?? -1), "\(calls)")
            try await test.phone.perform(
                .install(
                    InstalledApp(
                        bundleID: PhoneUnderTest.bundleID, name: "Chat",
                        authorization: .authorized)))
        }
    }
}

/// Records the state of its app while it runs in the background.
private actor StateWatcher: AppCode {
    private(set) var states: [AppState] = []

    func didReceiveRemoteNotification(
        _ userInfo: String, on system: AppSystem
    ) async -> FetchResult? {
        await Task.yield()
        states.append(system.app?.state ?? .terminated)
        return .newData
    }
}
