// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
import Simulation
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

private let id = PhoneUnderTest.bundleID

@Test(arguments: [(true, AppState.suspended), (false, .terminated)])
func `LC-10: a VoIP push launches a force-quit app, which is ended if it reports no call`(
    reportsCalls: Bool, after: AppState
) async throws {
    let test = try await PhoneUnderTest(.forceQuit) {
        $0.tokenFamilies = [.app, .voip]
        $0.behaviour.reportsCalls = reportsCalls
    }
    var push = try test.push("{}")
    push.deviceToken = try #require(try test.app.tokens[.voip])
    push.topic = Topic("\(id).voip")
    push.pushType = .voip
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
