// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Testing

@MainActor
struct MissedPushesFlow {
    private func parcel(_ id: String) -> String {
        #"{"aps":{"alert":"Parcel \#(id)"},"parcel":"\#(id)","message_id":"\#(id)"}"#
    }

    @Test
    func `T243, SF-3, SF-7: missed pushes are fetched by app refresh, and each is handled once`()
        async throws
    {
        let test = try await CourierPhone()
        try await test.putAway()
        // While the phone is offline, APNs stores one push for each app: the first is lost.
        try await test.phone.setOnline(false)
        for id in ["a", "b"] {
            try await test.push(parcel(id))
            try await test.server.keep(id, parcel(id))
        }
        try await test.phone.setOnline(true)
        await test.settle()
        #expect(test.phone.screen.lockScreen.map(\.body) == ["Parcel b"])

        await test.phone.advance(by: .seconds(3_601))
        await test.settle()
        #expect(test.server.handled == ["a fetched", "b fetched"])
        #expect(Set(test.phone.screen.lockScreen.map(\.body)) == ["Parcel a", "Parcel b"])
        #expect(test.phone.screen.lockScreen.count == 2, "b is not shown twice")

        try await test.phone.unlock()
        try await test.launch()
        #expect(test.server.store.count == 2)
    }
}
