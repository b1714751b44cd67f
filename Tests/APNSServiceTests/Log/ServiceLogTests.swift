// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

@testable import APNSService

/// What a reader of the delivery log sees.
struct ServiceLogTests {
    @Test func `an entry shows what was sent, and the token only in shortened form`() throws {
        var bench = try Bench()
        _ = bench.send(bench.validRequest)
        let entry = try #require(bench.lastEntry)
        #expect(entry.payload == #"{"aps":{"alert":"Dinner is ready"}}"#)
        #expect(entry.payloadByteCount == 35)
        #expect(entry.topic == Bench.bundleID)
        #expect(entry.priority == 10)
        #expect(entry.deviceID == Bench.deviceID)
        #expect(entry.token == bench.sandboxToken.redacted)
        #expect(!"\(entry)".contains(bench.sandboxToken.hex))
    }

    @Test func `the log counts the accepted requests with an apns-id, in either letter case`()
        throws
    {
        var bench = try Bench()
        let id = try #require(APNSID("4084A6E4-9EA8-4D2A-8A49-9A344A152DA7"))
        #expect(bench.service.log.acceptedCount(of: id) == 0)
        _ = bench.send(bench.validRequest)
        _ = bench.send(bench.request { $0.body = [] })
        _ = bench.send(bench.validRequest)
        #expect(bench.service.log.acceptedCount(of: id) == 2)
        #expect(bench.service.log.entries(.init(apnsID: id)).count == 3)
        #expect(bench.service.log.entries(.init(apnsID: id, isAccepted: false)).count == 1)
    }

    @Test func `beyond its limit, the log removes the oldest entries and their counts`()
        throws
    {
        var limits = ServiceLimits()
        limits.logEntryCountMax = 3
        var bench = try Bench(limits: limits)
        let first = try #require(APNSID("00000000-0000-4000-8000-000000000001"))
        _ = bench.send(bench.request { $0.set("apns-id", first.text) })
        for _ in 1...3 { _ = bench.send(bench.validRequest) }
        #expect(bench.service.log.entries().map(\.sequence) == [2, 3, 4])
        #expect(bench.service.log.acceptedCount(of: first) == 0)
        #expect(bench.service.log.entry(1) == nil)
        #expect(bench.service.log.acceptedCount == 4)
    }

    @Test func `a query returns the newest matching entries, the oldest of them first`() throws {
        var bench = try Bench()
        for _ in 1...4 { _ = bench.send(bench.validRequest) }
        _ = bench.send(bench.request { $0.body = [] })
        let log = bench.service.log
        #expect(log.entries(.init(countMax: 2)).map(\.sequence) == [4, 5])
        #expect(log.entries(.init(isAccepted: true, countMax: 2)).map(\.sequence) == [3, 4])
        #expect(log.entries(.init(afterSequence: 3)).map(\.sequence) == [4, 5])
        #expect(log.entries(.init(environment: .production)).isEmpty)
        #expect(log.entries(.init(deviceID: "nobody")).isEmpty)
        #expect(log.entries(.init(countMax: -1)).count == 1)
    }

    @Test func `oddities that a stricter server might reject are logged`() throws {
        var bench = try Bench()
        let request = bench.request { request in
            request.set("apns-push-type", nil)
            request.set("authorization", bench.authorization + "=")
        }
        #expect(bench.send(request).status == 200)
        #expect(bench.lastEntry?.oddities.count == 2)
        _ = bench.sendOnNewConnection(bench.validRequest)
        #expect(bench.lastEntry?.oddities == [])
    }
}
