// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import GatewayAPI
import Testing

@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ProvisionalTrialFlow {
    @Test
    func `AUTH-7: in a provisional trial, notifications are quiet, and Keep gives full permission`()
        async throws
    {
        let test = try await CourierPhone(nil)
        let (phone, permission) = (test.phone, try test.push.permission)
        #expect(await permission.startTrial() == .granted)
        #expect(phone.screen.prompt == nil)
        try await test.putAway()

        try await test.push(#"{"aps":{"alert":"Your parcel is here","sound":"default"}}"#)
        #expect(phone.screen.lockScreen.isEmpty)
        #expect(phone.screen.notifications.map(\.body) == ["Your parcel is here"])
        try await phone.unlock()
        try await phone.keep()
        try await test.launch()
        try await test.wait { permission.state == .authorized }

        // A task of the app informs the server. If it does not, the time limit ends the wait.
        while await !isAuthorizationSent(test) {
            try Task.checkCancellation()
            await test.settle()
        }
    }

    private func isAuthorizationSent(_ test: CourierPhone) async -> Bool {
        let sentPermission = await test.server.memory.registrations.values.first?.permission
        return sentPermission?.authorization == .authorized
    }
}
