// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import HTTP2Core
import Simulation
import Testing

@testable import APNSProvider

/// The small types of the engine.
struct EnginePiecesTests {
    private func read(
        _ writer: inout RequestHeaderWriter, _ request: PushRequest,
        _ decoder: inout HeaderDecoder
    ) throws -> [String] {
        var block: [UInt8] = []
        let size = writer.append(request, to: &block)
        var list = HeaderList()
        try decoder.decode(block.span, into: &list)
        #expect(size == list.listSize)
        return list.pairs.map { "\($0.name): \($0.value)" }
    }

    private func expected(_ request: PushRequest, _ authorization: String?) -> [String] {
        let head = [
            ":method: POST", ":scheme: https", ":authority: host", ":path: \(request.path)",
        ]
        let token = authorization.map { ["authorization: \($0)"] } ?? []
        let fields = request.headerFields.map { "\($0.name): \($0.value)" }
        return head + token + fields + ["content-length: \(request.body.count)"]
    }

    @Test
    func `header blocks are correct in any order of requests and tokens`()
        throws
    {
        var random = SeededGenerator(seed: 5)
        var writer = RequestHeaderWriter(authority: "host")
        var decoder = HeaderDecoder()
        var token: String?
        for number in 0..<3000 {
            var request = try Fixtures.request(UInt8(number & 0xFF))
            request.topic = Topic("com.example.app\(random.below(number < 1000 ? 3 : 400))")
            request.pushType = random.pick([.alert, .background, .voip])
            request.priority = random.pick([nil, .immediate, .powerAware])
            request.expiration = random.pick([nil, .oneAttempt])
            request.collapseID = random.pick([nil, try CollapseID("c\(number)")])
            request.id = random.pick([nil, .random(using: &random)])
            switch random.below(40) {
            case 0:
                token = random.pick([nil, "bearer \(number)"])
                writer.setAuthorization(token)
            case 1:
                let size = random.pick([0, 50, 300, 4096, 65_536])
                writer.setTableSizeMax(size)
                decoder.setTableSizeMax(size)
            case 2:
                var thrownAway: [UInt8] = []
                _ = writer.append(request, to: &thrownAway)
                writer.forget()
            default: break
            }
            #expect(try read(&writer, request, &decoder) == expected(request, token))
        }
    }

    @Test func `values that differ between requests are not added to the dynamic table`() throws {
        var request = try Fixtures.request(id: APNSID("1b4e28ba-2fa1-11d2-883f-0016d3cca427"))
        request.expiration = .oneAttempt
        request.collapseID = try CollapseID("dinner")
        var writer = RequestHeaderWriter(authority: "host")
        writer.setAuthorization("bearer t")
        var decoder = HeaderDecoder()
        _ = try read(&writer, request, &decoder)
        let rows = decoder.tableSize.rows
        for number in 0..<100 {
            var next = try Fixtures.request(UInt8(number))
            next.expiration = PushExpiration(epochSeconds: number)
            next.collapseID = try CollapseID("dinner \(number)")
            next.id = APNSID("1b4e28ba-2fa1-11d2-883f-0016d3cca4\(number % 90 + 10)")
            _ = try read(&writer, next, &decoder)
        }
        #expect(decoder.tableSize.rows == rows)
    }

    @Test func `a stream is found by its identifier, however long it is open`() {
        var table = StreamTable(countMax: 10)
        var slots: [StreamID: StreamTable.Slot] = [:]
        var random = SeededGenerator(seed: 1)
        for number in 0..<5000 {
            let streamID = StreamID(2 * number + 1)
            slots[streamID] = table.insert(
                Flight(
                    request: 0, streamID: streamID, sendWindow: 0, readCountAtStart: 0,
                    endOffset: 0, tokenNumber: 0, responseByteCountMax: 0))
            // One request in a hundred never gets a response.
            while slots.count > 10 + number / 100 {
                let other = random.pick(slots.keys.sorted().suffix(10))
                if let slot = slots.removeValue(forKey: other) { table.remove(slot) }
                #expect(table.slot(of: other) == nil)
            }
        }
        #expect(table.count == slots.count)
        for (streamID, slot) in slots { #expect(table.slot(of: streamID) == slot) }
        #expect(table.open.map { table[$0].streamID } == slots.keys.sorted())
        #expect(table.flights.count <= 61)
    }

    @Test func `the queue returns repeated requests first and drops requests that have ended`() {
        var queue = WaitingQueue<Int>()
        for id in 1...200 { queue.append(id) }
        queue.putFirst([500, 501])
        let waits: (Int) -> Bool = { $0 == 501 || (151...400).contains($0) }
        #expect(queue.next(where: waits) == 501)
        #expect(queue.next(where: waits) == 151)
        queue.sweep(waitingCount: 49, where: waits)
        #expect(queue.entryCount == 49)
        #expect((0..<49).compactMap { _ in queue.next(where: waits) } == Array(152...200))
        #expect(queue.next(where: waits) == nil)
        for id in 201...400 { queue.append(id) }
        queue.sweep(waitingCount: 1) { $0 == 300 }
        #expect(queue.entryCount == 1, "a queue of ended requests does not grow")
    }

    @Test(arguments: [
        (Endpoint.apple(.production), "api.push.apple.com:443", "api.push.apple.com"),
        (.apple(.sandbox), "api.sandbox.push.apple.com:443", "api.sandbox.push.apple.com"),
        (Endpoint(host: "::1", port: 2197), "[::1]:2197", "[::1]:2197"),
        (
            Endpoint(host: "127.0.0.1", port: 2197, tlsServerName: "api.push.apple.com"),
            "127.0.0.1:2197", "api.push.apple.com:2197"
        ),
    ])
    func `an endpoint has an address and an authority`(
        endpoint: Endpoint, address: String, authority: String
    ) {
        #expect(endpoint.address == address)
        #expect(endpoint.authority == authority)
    }

    @Test(arguments: [
        ("", 0, "GOAWAY NO_ERROR"), ("", 11, "GOAWAY ENHANCE_YOUR_CALM"),
        ("", 77, "GOAWAY error code 77"),
        ("Maximum active streams violated", 1, "Maximum active streams violated"),
        ("{\"reason\":\"NeverHeardOf\"}", 0, "NeverHeardOf"), ("a\nb\u{1B}", 0, "a?b?"),
        (
            "{\"reason\":\"Shutdown\"}", 0,
            "Shutdown: this APNs server is shutting down; open a new connection and send again"
        ),
    ])
    func `GOAWAY is described in one printable line`(data: String, code: Int, phrase: String) {
        let code = HTTP2ErrorCode(rawValue: UInt32(code))
        #expect(GoAwayReason.text(code: code, debugData: Array(data.utf8)) == phrase)
    }

    @Test(arguments: [
        (Duration.seconds(15), "15 s"), (.milliseconds(200), "0.2 s"),
        (.milliseconds(1050), "1.05 s"), (.zero, "0 s"),
    ])
    func `durations are written in seconds`(duration: Duration, phrase: String) {
        #expect(TextFormat.seconds(duration) == phrase)
    }

    @Test func `times and durations do not overflow`() {
        let late = EngineTime(nanoseconds: .max - 5)
        #expect(late + .seconds(10) == EngineTime(nanoseconds: .max))
        #expect(Duration.seconds(Int64.max).nanoseconds == .max)
        #expect(Duration.seconds(Int64.min).nanoseconds == .min)
    }
}
