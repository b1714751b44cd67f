// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
import Testing

private let id = PhoneUnderTest.bundleID

@Test(arguments: [(true, AppState.suspended), (false, .terminated)])
func `LC-10: a VoIP push starts an app that was force-quit, which has to report a call`(
    reportsCalls: Bool, after: AppState
) async throws {
    let test = try await PhoneUnderTest(.forceQuit) {
        $0.tokenFamilies = [.voip]
        $0.behaviour.reportsCalls = reportsCalls
    }
    var push = try DevicePush(
        deviceToken: #require(try test.app.tokens[.voip]), topic: Topic("\(id).voip"),
        pushType: .voip, priority: .immediate, id: APNSID(.init()), body: Array("{}".utf8),
        acceptedAt: test.clock.now)
    push.expiration = .dropUnlessConnected
    let arrival = await test.phone.receive(push)
    #expect(arrival.outcome == .ranInBackground)
    let names = test.trace.map(\.name)
    #expect(
        names.prefix(2) == [
            "application(_:didFinishLaunchingWithOptions:)",
            "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
        ])
    #expect(try test.app.state == after)
}
