// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import APNSProvider

/// A connection that ends after any number of the server's bytes.
@Suite(.timeLimit(.minutes(30)))
struct TruncatedResponseTests {
    private static let greeting = RawFrame.settings() + RawFrame.settingsAcknowledgement
    private static let response = RawFrame.rejection(1, 400, "BadTopic")
    /// The offsets at which SETTINGS and the response's header section are complete.
    private static let settingsEnd = RawFrame.settings().count
    private static let sectionEnd =
        greeting.count + 9 + RawFrame.block([(":status", "400")]).count
    private static var whole: Int { greeting.count + response.count }

    /// The expected outcome when this number of bytes reaches the client.
    private static func expected(_ count: Int) -> String {
        if count < settingsEnd { return "unknown, not processed" }
        if count < sectionEnd { return "unknown, may be processed" }
        return count < whole ? "not from APNs: 400" : "400 BadTopic"
    }

    @Test(arguments: [RawServer.Action.close, .cut])
    func `if a connection is lost at any byte, the outcome is the one known by then`(
        end: RawServer.Action
    ) async throws {
        for count in 0...Self.whole {
            let early = Array(Self.greeting.prefix(count))
            let late = Array(Self.response.prefix(max(0, count - Self.greeting.count)))
            let isReady = count >= Self.settingsEnd
            let server = try await RawServer(
                greeting: [.bytes(early)] + (isReady ? [] : [end])
            ) { _, frame in
                frame.type == RawFrame.data && frame.endsStream ? [.bytes(late), end] : []
            }
            let client = try Fixtures.client(of: server)
            let outcome = try await client.send(Fixtures.request())
            #expect(outcome.summary == Self.expected(count), "after \(count) bytes")
            await client.shutdown()
            await server.stop()
        }
    }
}
