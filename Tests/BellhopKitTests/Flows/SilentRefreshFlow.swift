// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Testing

@MainActor
struct SilentRefreshFlow {
    @Test func `silent refresh: messages whose pushes were dropped are fetched when the app opens`()
        async throws
    {
        let test = try await CourierPhone()
        try await test.putAway()
        try await test.server.keep("m0", #"{"aps":{"alert":"Hello"}}"#)
        try await test.push(#"{"aps":{"content-available":1},"refresh":true}"#)
        #expect(test.server.handled == ["m0 fetched"])

        // More pushes than the system delivers (SIL-3): each one wakes the app or is dropped.
        for number in 1...10 {
            try await test.push(
                #"{"aps":{"content-available":1},"message_id":"s\#(number)"}"#)
            try await test.server.keep("s\(number)", #"{"aps":{"content-available":1}}"#)
        }
        let count = test.server.synced.count
        #expect(count > 0 && count < 10, "\(count)")

        try await test.phone.unlock()
        try await test.launch()
        #expect(test.server.synced.count == 10, "each message once")
        #expect(Set(test.server.synced.compactMap(\.id)) == Set((1...10).map { "s\($0)" }))
        #expect(test.server.synced.contains { $0.origin == .fetched })
    }
}
