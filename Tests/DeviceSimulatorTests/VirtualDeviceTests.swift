// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
import Simulation
import Synchronization
import Testing

/// App code whose results a test sets, and whose calls it records.
private final class ScriptedApp: AppCode {
    let calls = Mutex<[String]>([])
    let presentation: PresentationOptions
    let onWillPresent: @Sendable () async -> Void
    let onFetch: @Sendable () async -> FetchResult?

    init(
        presentation: PresentationOptions = .all,
        onWillPresent: @escaping @Sendable () async -> Void = {},
        onFetch: @escaping @Sendable () async -> FetchResult? = { .noData }
    ) {
        self.presentation = presentation
        self.onWillPresent = onWillPresent
        self.onFetch = onFetch
    }

    func willPresent(
        _ notification: DeliveredNotification, on system: AppSystem
    ) async -> PresentationAnswer {
        calls.withLock { $0.append("present \(notification.oneLine) \(system.appState.rawValue)") }
        await onWillPresent()
        return .options(presentation)
    }

    func didReceiveRemoteNotification(
        _ userInfo: String, on system: AppSystem
    ) async -> FetchResult? {
        calls.withLock { $0.append("fetch \(userInfo) \(system.appState.rawValue)") }
        return await onFetch()
    }

    func didReceive(_ response: NotificationResponse, on system: AppSystem) async -> Bool {
        calls.withLock {
            $0.append("response \(response.notification.oneLine) \(system.appState.rawValue)")
        }
        return true
    }
}

@Test func `a push on a locked phone is shown, recorded and traced`() async throws {
    let test = try await PhoneUnderTest(isLocked: true)
    let arrival = await test.phone.receive(try test.push(alertJSON))
    #expect(arrival.summary == "A banner appeared on the Lock Screen: “Alex · Ship it?”")
    #expect(arrival.time == test.clock.now)
    #expect(test.phone.arrivals == [arrival])
    #expect(try test.app.badge == 2)
    #expect(try test.app.delivered.count == 1)
    #expect(test.trace.isEmpty)
}

@Test func `the app in the foreground is called, and its result determines what is shown`()
    async throws
{
    let code = ScriptedApp(presentation: [.list])
    let test = try await PhoneUnderTest(.foreground, code: code)
    let arrival = await test.phone.receive(try test.push(alertJSON))
    #expect(arrival.outcome == .listedQuietly)
    #expect(try test.app.badge == 0)
    #expect(code.calls.withLock { $0 } == ["present Alex · Ship it? foreground"])
    let record = try #require(test.trace.first)
    #expect(record.name == "userNotificationCenter(_:willPresent:withCompletionHandler:)")
    #expect(record.rule == "LC-1")
    #expect(record.detail == "Alex · Ship it? → list")
}

@Test
func `a silent push wakes the app with the unchanged body, and the app is suspended afterwards`()
    async throws
{
    let code = ScriptedApp(onFetch: { .newData })
    let test = try await PhoneUnderTest(.terminated, code: code)
    let arrival = await test.phone.receive(try test.push(silentJSON))
    #expect(arrival.outcome == .ranInBackground)
    #expect(code.calls.withLock { $0 } == ["fetch \(silentJSON) background"])
    #expect(try test.app.state == .suspended)
    #expect(test.trace.map(\.detail) == ["new-data"])
    #expect(test.trace.map(\.rule) == ["LC-5"])
}

@Test(arguments: [
    (true, ["present Hi foreground", "fetch \(bothJSON) foreground"]),
    (false, ["fetch \(bothJSON) foreground", "present Hi foreground"]),
])
func `FG-10: both callbacks of the app in the foreground run in the configured order`(
    presentFirst: Bool, calls: [String]
) async throws {
    let code = ScriptedApp()
    let test = try await PhoneUnderTest(.foreground, code: code)
    test.phone.update { $0.choices.willPresentRunsFirst = presentFirst }
    let arrival = await test.phone.receive(try test.push(bothJSON))
    #expect(arrival.outcome == .shown)
    #expect(code.calls.withLock { $0 } == calls)
}

@Test func `an app that never completes willPresent counts as having returned no options`()
    async throws
{
    let clock = VirtualClock()
    let code = ScriptedApp(onWillPresent: { try? await clock.timeSource.sleep(for: .seconds(3600)) }
    )
    let test = try await PhoneUnderTest(.foreground, code: code)
    let push = try test.push(alertJSON)
    async let arrival = test.phone.receive(push)
    await test.passTime(.seconds(30))
    #expect(await arrival.outcome == .handledByApp)
    #expect(await arrival.reasons.contains("FG-8"))
    #expect(test.trace.first?.detail == "Alex · Ship it? → not finished in time (FG-8)")
}

@Test func `T232, SIL-12: an app that overruns its background callback is ended`() async throws {
    let clock = VirtualClock()
    let code = ScriptedApp(onFetch: {
        try? await clock.timeSource.sleep(for: .seconds(3600))
        return .newData
    })
    let test = try await PhoneUnderTest(.suspended, code: code)
    let push = try test.push(silentJSON)
    async let arrival = test.phone.receive(push)
    await test.passTime(.seconds(29))
    #expect(try test.app.state == .background)
    await test.passTime(.seconds(1))
    #expect(await arrival.outcome == .ranInBackground)
    #expect(try test.app.state == .terminated)
    #expect(test.trace.first?.detail == "not finished in time (SIL-12)")
}

@Test func `a push is discarded if its app is deleted during the call`() async throws {
    let gate = VirtualClock()
    let code = ScriptedApp(onWillPresent: { try? await gate.timeSource.sleep(for: .seconds(1)) })
    let test = try await PhoneUnderTest(.foreground, code: code)
    let push = try test.push(alertJSON)
    async let arrival = test.phone.receive(push)
    while gate.sleeperCount == 0 { await Task.yield() }
    try await test.phone.perform(.uninstall(bundleID: PhoneUnderTest.bundleID))
    gate.advance(by: .seconds(1))
    #expect(await arrival.outcome == .discarded)
    #expect(await arrival.reasons == ["ARR-1"])
    #expect(test.phone.snapshot.banner == nil)
}

@Test func `of two simultaneous silent pushes, the one that runs longer ends the app's time`()
    async throws
{
    let gate = VirtualClock()
    let count = Mutex(0)
    let code = ScriptedApp(onFetch: {
        let number = count.withLock { count in
            count += 1
            return count
        }
        try? await gate.timeSource.sleep(for: .seconds(number))
        return .newData
    })
    let test = try await PhoneUnderTest(.suspended, code: code)
    let one = try test.push(silentJSON, number: 1)
    let two = try test.push(silentJSON, number: 2)
    async let first = test.phone.receive(one)
    while gate.sleeperCount < 1 { await Task.yield() }
    async let second = test.phone.receive(two)
    while gate.sleeperCount < 2 { await Task.yield() }
    gate.advance(by: .seconds(1))
    #expect(await first.outcome == .ranInBackground)
    #expect(try test.app.state == .background)
    gate.advance(by: .seconds(1))
    #expect(await second.outcome == .ranInBackground)
    #expect(try test.app.state == .suspended)
}

@Test func `a tap runs the app's code between launch and becoming active`() async throws {
    let code = ScriptedApp()
    let test = try await PhoneUnderTest(.forceQuit, isLocked: true, code: code)
    let arrival = await test.phone.receive(try test.push(alertJSON))
    let id = try #require(arrival.notificationID)
    let callbacks = try await test.phone.perform(.tap(notificationID: id))
    #expect(
        callbacks.map(\.kind) == [
            .didFinishLaunching, .didReceiveResponse, .didBecomeActive, .didRegister,
        ])
    #expect(code.calls.withLock { $0 } == ["response Alex · Ship it? foreground"])
    #expect(
        test.trace.map(\.name) == [
            "application(_:didFinishLaunchingWithOptions:)",
            "userNotificationCenter(_:didReceive:withCompletionHandler:)",
            "applicationDidBecomeActive(_:)",
        ])
}

@Test func `a tap on an unknown notification throws and changes nothing`() async throws {
    let test = try await PhoneUnderTest()
    let before = test.phone.snapshot
    await #expect(throws: DeviceActionError.unknownNotification(id: "n", deliveredCount: 0)) {
        try await test.phone.perform(.tap(notificationID: "n"))
    }
    #expect(test.phone.snapshot == before)
}

@Test func `arrivals and trace keep only the newest entries, up to their limits`() async throws {
    var limits = VirtualDevice.Limits()
    limits.arrivalCountMax = 3
    limits.traceCountMax = 2
    let test = try await PhoneUnderTest(limits: limits)
    for number in 1...5 {
        _ = await test.phone.receive(try test.push(silentJSON, number: UInt8(number)))
    }
    let ids = test.phone.arrivals.map(\.apnsID?.text.first)
    #expect(ids == ["0", "0", "0"])
    #expect(
        test.phone.arrivals.map { String($0.apnsID?.text.prefix(2) ?? "") } == ["05", "04", "03"])
    #expect(test.phone.trace.count == 2)
    #expect(test.phone.trace.allSatisfy { $0.rule == "LC-5" })
}

@Test func `a reset removes the arrivals and the trace, and keeps the phone's identifier`()
    async throws
{
    let test = try await PhoneUnderTest()
    _ = await test.phone.receive(try test.push(silentJSON))
    test.phone.reset(to: Device(id: "other", name: "New"))
    #expect(test.phone.snapshot == Device(id: "phone-1", name: "New"))
    #expect(test.phone.arrivals.isEmpty)
    #expect(test.phone.trace.isEmpty)
}
