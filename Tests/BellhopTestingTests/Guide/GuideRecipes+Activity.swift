// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopTesting
import Testing

// This file does not import APNSWire, because an app's tests do not have its checked conversions.

extension Recipes {
    // guide: recipe-activity
    @Test func `a push updates the Live Activity`() async throws {
        let (phone, app) = try await makePhone()
        try await phone.launch(app)
        let activity = try await app.run {
            try Activity.request(
                attributes: TrainAttributes(number: "ICE 597"),
                content: ActivityContent(state: .init(minutes: 12), staleDate: nil),
                pushType: .token)
        }
        await phone.settle()
        await phone.advance(by: .seconds(60))
        let now = Int(phone.clock.now.timeIntervalSince1970)
        try await phone.push(
            """
            {"aps":{"event":"update","timestamp":\(now),"content-state":{"minutes":3}}}
            """)
        #expect(activity.content.state.minutes == 3)
        try await phone.lock()
        #expect(phone.screen.activities.map(\.id) == [activity.id])
    }
    // guide: end
}
