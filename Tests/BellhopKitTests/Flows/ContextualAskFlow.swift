// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import GatewayAPI
import Testing

@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ContextualAskFlow {
    private let push = #"{"aps":{"alert":"Your parcel is here"},"parcel":"p1","message_id":"m1"}"#

    @Test(arguments: [true, false])
    func `AUTH-4: nothing is asked at launch, and the app explains before the system asks`(
        allows: Bool
    ) async throws {
        let test = try await CourierPhone(nil)
        let (phone, permission) = (test.phone, try test.push.permission)
        #expect(phone.screen.prompt == nil)
        #expect(try await test.push(push)?.outcome != .shown)

        let asking = Task { await permission.request(because: .parcels) }
        try await test.wait { permission.asking == .parcels }
        #expect(phone.screen.prompt == nil, "the app's own explanation is shown first")
        SoftAskModel(permission).agree()
        try await test.wait { phone.screen.prompt != nil }
        if allows { try await phone.allow() } else { try await phone.dontAllow() }
        #expect(await asking.value == (allows ? .granted : .denied))

        try await test.putAway()
        try await test.push(push)
        #expect(phone.screen.lockScreen.map(\.body) == (allows ? ["Your parcel is here"] : []))
        let sentPermission = await test.server.memory.registrations.values.first?.permission
        #expect(sentPermission?.authorization == (allows ? .authorized : .denied))
    }

    @Test func `contextual ask: after Not now, the system can still ask`() async throws {
        let test = try await CourierPhone(nil)
        let permission = try test.push.permission
        let asking = Task { await permission.request(because: .parcels) }
        try await test.wait { permission.asking != nil }
        SoftAskModel(permission).decline()
        #expect(await asking.value == .notNow)
        #expect(test.phone.screen.prompt == nil)
        #expect(permission.canAsk)
    }
}
