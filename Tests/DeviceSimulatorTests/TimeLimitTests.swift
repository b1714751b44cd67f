// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
import Simulation
import Synchronization
import Testing

/// An app whose service extension waits until a test lets it deliver, and whose handling of a
/// response never ends.
private final class WaitingApp: AppCode {
    struct Process: ServiceExtensionProcess {
        let app: WaitingApp
        let body: String
        func timeWillExpire() async { app.lines.withLock { $0.append("expire \(body)") } }
    }

    typealias Deliver = @Sendable (NotificationContent) -> Void
    let lines = Mutex<[String]>([])
    let waiting = Mutex<[(NotificationRequest, Deliver)]>([])

    func startServiceExtension(
        _ request: NotificationRequest, on system: AppSystem, deliver: @escaping Deliver
    ) async -> (any ServiceExtensionProcess)? {
        let body = request.content.body.plain
        lines.withLock { $0.append("start \(body)") }
        waiting.withLock { $0.append((request, deliver)) }
        return Process(app: self, body: body)
    }

    func didReceive(_ response: NotificationResponse, on system: AppSystem) async -> Bool {
        try? await VirtualClock().timeSource.sleep(for: .seconds(3600))
        return true
    }

    /// Lets the extension that has waited longest deliver its content.
    func deliver(_ body: String) {
        let first = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        var content = first?.0.content ?? NotificationContent()
        content.body = NotificationText(body)
        first?.1(content)
    }

    var log: [String] { lines.withLock { $0 } }
}

private func mutable(_ body: String) -> String {
    "{\"aps\":{\"alert\":\"\(body)\",\"mutable-content\":1}}"
}

private func phoneWithExtension(_ code: WaitingApp) async throws -> PhoneUnderTest {
    try await PhoneUnderTest(code: code) { $0.capabilities.serviceExtension = true }
}

@Test func `T135, T136, NSE-5, NSE-6: an extension has 30 s of the phone's clock in each run`()
    async throws
{
    let code = WaitingApp()
    let test = try await phoneWithExtension(code)
    for number in 1...2 as ClosedRange<UInt8> {
        let push = try test.push(mutable("\(number)"), number: number)
        async let arrival = test.phone.receive(push)
        await test.passTime(.seconds(29))
        #expect(code.log.last == "start \(number)")
        await test.passTime(.seconds(1))
        #expect(code.log.last == "expire \(number)")
        #expect(await arrival.outcome == .shown)
    }
    // The extension did no work: the limit applies to the time on the phone's clock. Exceeding the
    // limit in one run does not shorten the next run.
    #expect(try test.app.delivered.map(\.body) == ["2", "1"])
}

@Test(arguments: [(true, ["start 1"]), (false, ["start 1", "start 2"])])
func `NSE-14: extensions of one app run one after another or, by choice, concurrently`(
    isSerial: Bool, started: [String]
) async throws {
    let code = WaitingApp()
    let test = try await phoneWithExtension(code)
    test.phone.update { $0.choices.extensionRunsSerially = isSerial }
    let (one, two) = (
        try test.push(mutable("1"), number: 1), try test.push(mutable("2"), number: 2)
    )
    test.phone.accept(one)
    await test.phone.settled(withCode: false)
    test.phone.accept(two)
    await test.phone.settled(withCode: false)
    #expect(code.log == started)
    code.deliver("first")
    await test.phone.settled(withCode: false)
    #expect(code.log == ["start 1", "start 2"])
    code.deliver("second")
    await test.phone.settled()
    #expect(try test.app.delivered.map(\.body) == ["second", "first"])
}

@Test func `RSP-14: an app that never finishes handling a response is suspended after 30 s`()
    async throws
{
    let test = try await PhoneUnderTest(code: WaitingApp())
    test.phone.system(for: PhoneUnderTest.bundleID).categories = [
        NotificationCategory(id: "mail", actions: [NotificationAction(id: "read", title: "Read")])
    ]
    let arrival = await test.phone.receive(
        try test.push(#"{"aps":{"alert":"Hi","category":"mail"}}"#))
    let id = try #require(arrival.notificationID)
    async let callbacks = test.phone.perform(.choose(actionID: "read", notificationID: id))
    await test.passTime(.seconds(29))
    #expect(try test.app.state == .background)
    await test.passTime(.seconds(1))
    #expect(try await callbacks.map(\.kind) == [.didReceiveResponse])
    #expect(try test.app.state == .suspended)
    #expect(test.trace.last?.detail?.contains("not finished in time (RSP-14)") == true)
}

/// An app that removes a notification when a background push contains its identifier.
private struct RecallingApp: AppCode {
    func didReceiveRemoteNotification(
        _ userInfo: String, on system: AppSystem
    ) async -> FetchResult? {
        guard let id = (try? JSONReader.read(userInfo).value)?.objectValue?["gone"]?.stringValue
        else { return .noData }
        system.removeDelivered([id])
        return .newData
    }
}

@Test func `RM-4: a background push can recall a notification by running code that removes it`()
    async throws
{
    let test = try await PhoneUnderTest(code: RecallingApp())
    let arrival = await test.phone.receive(try test.push(alertJSON, number: 1))
    let id = try #require(arrival.notificationID)
    _ = await test.phone.receive(try test.push(alertJSON, number: 2))
    let recall = "{\"aps\":{\"content-available\":1},\"gone\":\"\(id)\"}"
    _ = await test.phone.receive(try test.push(recall, number: 3))
    #expect(try test.app.delivered.count == 1)
    #expect(try test.app.delivered.first?.id != id)
}

@Test func `app code counts as hanging only after the phone gives up waiting for the code`()
    async throws
{
    let code = WaitingApp()
    let test = try await phoneWithExtension(code)
    let push = try test.push(mutable("a"))
    async let arrival = test.phone.receive(push)
    while !test.phone.waitsForCode { await Task.yield() }
    #expect(!test.phone.hasHangingCode)
    await test.phone.settled(withCode: false)
    test.phone.giveUpWaitingForCode()
    #expect(test.phone.hasHangingCode)
    code.deliver("b")
    _ = await arrival
    #expect(!test.phone.hasHangingCode)
}
