// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Testing

private let id = PhoneFixture.bundleID

private func phone(
    _ state: AppState = .suspended, edit: (inout InstalledApp) -> Void = { _ in }
) throws -> PhoneFixture {
    let token = try PhoneFixture.token(2)
    return try PhoneFixture(state) {
        $0.tokens[.voip] = token
        edit(&$0)
    }
}

extension PhoneFixture {
    /// Receives a VoIP push and runs its handler, which reports a call or not.
    @discardableResult
    fileprivate mutating func ring(
        _ body: String = #"{"call":"x"}"#, reports: Bool = true
    ) throws -> (decision: ArrivalDecision, end: ActionOutcome) {
        let push = try push(
            body, pushType: .voip, token: PhoneFixture.token(2), topic: "\(id).voip")
        let decision = device.decide(.push(push), at: Self.now)
        device.apply(decision)
        if decision.callbacks.contains(where: { $0.kind == .voipPush }) {
            device.beginVoIPPush(of: id)
            if reports { device.reportCall(of: id) }
        }
        return (decision, device.endVoIPPush(of: id, at: Self.now))
    }
}

@Test(arguments: [
    (AppState.foreground, [Callback.Kind.voipPush], ArrivalDecision.Wake.inUse),
    (.background, [.voipPush], .woken), (.suspended, [.voipPush], .woken),
    (.terminated, [.didFinishLaunching, .voipPush], .launched),
    (.forceQuit, [.didFinishLaunching, .voipPush], .launched),
])
func `LC-10: a VoIP push reaches the app in every state, also after a force-quit`(
    state: AppState, callbacks: [Callback.Kind], wake: ArrivalDecision.Wake
) throws {
    for authorization in Authorization.allCases {
        var phone = try phone(state) { $0.authorization = authorization }
        let (decision, _) = try phone.ring()
        #expect(decision.callbacks.map(\.kind) == callbacks)
        #expect(decision.callbacks.last?.subject == .userInfo(#"{"call":"x"}"#))
        #expect(decision.reasons == ["LC-10"])
        #expect(decision.wake == wake)
        #expect(decision.notification == nil)
        #expect(decision.outcome.isDelivered)
        #expect(try phone.app.state == (state == .foreground ? .foreground : .background))
    }
}

@Test func `LC-10: an app that reports its calls continues to receive them`() throws {
    var phone = try phone()
    for _ in 0..<10 {
        let (decision, end) = try phone.ring()
        #expect(decision.outcome == .ranInBackground)
        #expect(end.reasons.isEmpty)
        #expect(try phone.app.state == .background)
    }
}

@Test
func `LC-10: an app that reports no call is terminated, and after three times gets no more pushes`()
    throws
{
    var phone = try phone()
    for number in 1...3 {
        let (decision, end) = try phone.ring(reports: false)
        #expect(decision.outcome == .ranInBackground)
        #expect(end.reasons == ["LC-10"])
        #expect(end.device == phone.device)
        #expect(try phone.app.state == .terminated)
        #expect(try phone.app.voipIsStopped == (number == 3))
    }
    let (decision, _) = try phone.ring()
    #expect(decision.outcome == .discarded)
    #expect(decision.callbacks.isEmpty)
    #expect(decision.summary.hasSuffix("(LC-10). Reinstall the app."))
    #expect(try phone.app.state == .terminated)
}

@Test func `LC-10: a reported call resets the count of failures, and a limit of 0 means no limit`()
    throws
{
    var phone = try phone()
    try phone.ring(reports: false)
    try phone.ring(reports: false)
    try phone.ring()
    try phone.ring(reports: false)
    #expect(try !phone.app.voipIsStopped)
    phone.device.choices.voipFailuresMax = 0
    for _ in 0..<5 { try phone.ring(reports: false) }
    #expect(try !phone.app.voipIsStopped)
}

@Test(arguments: [
    ("26.0", AppState.foreground, true), ("26.3.1", .foreground, true),
    ("26.4", .foreground, false), ("27", .foreground, false), ("26.10", .foreground, false),
    ("26.4", .suspended, true), ("26.4", .terminated, true), ("", .foreground, true),
])
func `N26-5: from iOS 26.4 on, an app in the foreground does not have to report a call`(
    version: String, state: AppState, mustReport: Bool
) throws {
    var phone = try phone(state)
    phone.device.systemVersion = version
    #expect(phone.device.mustReportCall(of: try phone.app) == mustReport)
    let (_, end) = try phone.ring(reports: false)
    #expect(end.reasons.isEmpty != mustReport)
    #expect(try (phone.app.state == .terminated) == mustReport)
}

@Test func `a VoIP push needs the background mode and a JSON object as its payload`() throws {
    var noMode = try phone { $0.capabilities.voipBackgroundMode = false }
    #expect(try noMode.ring().decision.outcome == .discarded)
    var phone = try phone()
    #expect(try phone.ring("[]").decision.reasons.contains("ARR-2"))
    #expect(try phone.app.state == .suspended)
}
