// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

@testable import APNSProvider

/// The small values of the engine.
struct PiecesTests {
    @Test func `what differs from request to request stays out of the header table`() throws {
        var request = try Fixtures.request(id: APNSID("1b4e28ba-2fa1-11d2-883f-0016d3cca427"))
        request.expiration = .oneAttempt
        request.collapseID = try CollapseID("dinner")
        let head = RequestHead(request, authority: "host", token: try Fixtures.token())
        let changing = head.fields.filter { !$0.isIndexable }.map(\.name)
        #expect(
            changing == [
                ":path", "apns-expiration", "apns-collapse-id", "apns-id", "content-length",
            ])
        #expect(head.fields.first { $0.name == "authorization" }?.isIndexable == true)
    }

    @Test(arguments: [
        (Endpoint.apple(.production), "api.push.apple.com:443", "api.push.apple.com"),
        (.apple(.sandbox), "api.sandbox.push.apple.com:443", "api.sandbox.push.apple.com"),
        (Endpoint(host: "::1", port: 2197), "[::1]:2197", "[::1]:2197"),
        (
            Endpoint(host: "127.0.0.1", port: 2197, tlsServerName: "api.push.apple.com"),
            "127.0.0.1:2197",
            "api.push.apple.com:2197"
        ),
    ])
    func `an endpoint knows its place and its authority`(
        endpoint: Endpoint, place: String, authority: String
    ) {
        #expect(endpoint.place == place)
        #expect(endpoint.authority == authority)
    }

    @Test(arguments: [
        (nil, 0, "GOAWAY NO_ERROR"), ("", 11, "GOAWAY ENHANCE_YOUR_CALM"),
        ("Maximum active streams violated", 1, "Maximum active streams violated"),
        ("{\"reason\":\"NeverHeardOf\"}", 0, "NeverHeardOf"), ("a\nb\u{1B}", 0, "a?b?"),
        (
            "{\"reason\":\"Shutdown\"}", 0,
            "Shutdown: this server of APNs is going away; open a new connection and try again"
        ),
    ])
    func `GOAWAY is put in one printable line`(data: String?, code: Int, words: String) {
        #expect(GoAwayReason.words(code: code, debugData: data.map { Array($0.utf8) }) == words)
    }

    @Test(arguments: [
        (Duration.seconds(15), "15 s"), (.milliseconds(200), "0.2 s"),
        (.milliseconds(1050), "1.05 s"),
        (.zero, "0 s"),
    ])
    func `lengths of time are written in seconds`(duration: Duration, words: String) {
        #expect(Words.seconds(duration) == words)
    }

    @Test func `the queue serves repeats first and forgets who left`() {
        var queue = RequestQueue()
        for id in 1...200 { queue.append(UInt64(id)) }
        queue.putFirst([500, 501])
        let known: (UInt64) -> Bool = { $0 == 501 || (151...400).contains($0) }
        #expect(queue.next(where: known) == 501)
        #expect(queue.next(where: known) == 151)
        queue.sweep(knownCount: 49, where: known)
        #expect(queue.entryCount == 49)
        #expect((0..<49).compactMap { _ in queue.next(where: known) } == Array(152...200))
        #expect(queue.next(where: known) == nil)
        for id in 201...400 { queue.append(UInt64(id)) }
        queue.sweep(knownCount: 1) { $0 == 300 }
        #expect(queue.entryCount == 1, "a queue of the dead does not grow")
        #expect(queue.next(where: { $0 == 300 }) == 300)
    }
}
