// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Simulation
import Testing

@testable import APNSService

/// Requests that are made of random valid and invalid parts.
struct RandomRequestTests {
    private static func pick<Value>(_ values: [Value], _ generator: inout SeededGenerator) -> Value
    {
        values[Int(generator.next() % UInt64(values.count))]
    }

    private static func noise(_ generator: inout SeededGenerator) -> [UInt8] {
        (0..<generator.next() % 40).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    }

    private static func request(_ bench: Bench, _ generator: inout SeededGenerator)
        -> ServiceRequest
    {
        let noise = String(decoding: noise(&generator), as: UTF8.self)
        let values = [
            bench.authorization, "bearer \(noise)", "bearer a.b.c", Bench.bundleID,
            "com.example.app.voip",
            "alert",
            "background", "voip", "liveactivity", "0", "5", "10", "-1", "9223372036854775808", "",
            noise,
            "4084a6e4-9ea8-4d2a-8a49-9a344a152da7", String(repeating: "x", count: 300),
        ]
        var request = bench.validRequest
        request.method = pick(["POST", "POST", "POST", "GET", noise], &generator)
        request.path = pick(
            [
                request.path, request.path, "/3/device/" + bench.productionToken.hex, "/3/device/",
                "/",
                noise,
                "/3/device/" + noise,
            ], &generator)
        for _ in 0..<generator.next() % 4 {
            request.set(pick(APNSHeader.requestHeaders, &generator), pick(values, &generator))
        }
        if generator.chance(1, outOf: 4) {
            request.headers.append(
                .init(pick(APNSHeader.requestHeaders + [noise], &generator), noise))
        }
        if generator.chance(1, outOf: 3) {
            request.body = pick(
                [[], Self.noise(&generator), [UInt8](repeating: 0x5B, count: 5121)], &generator)
        }
        return request
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `every request is accepted, or rejected with a reason and status of the table`(
        _ seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        var bench = try Bench()
        var reasons: Set<String> = []
        for number in 1...2_000 {
            let request = Self.request(bench, &generator)
            if generator.chance(1, outOf: 10) { bench.connection = ConnectionState() }
            if generator.chance(1, outOf: 20) {
                _ = try bench.setOnline(generator.chance(1, outOf: 2))
            }
            let response = bench.send(
                request, environment: Self.pick([.sandbox, .production], &generator))
            #expect(response.header("apns-id").flatMap { APNSID($0) } != nil)
            if let reason = response.reason {
                reasons.insert(reason)
                #expect(
                    RejectionReason(rawValue: reason).row?.status == response.status,
                    "seed \(seed) request \(number)")
                #expect(response.deliveries.isEmpty)
            } else {
                #expect(
                    response.status == 200 && response.body.isEmpty,
                    "seed \(seed) request \(number)")
            }
            #expect(bench.service.log.lastSequence == number)
        }
        // The requests are varied enough to reach every kind of check.
        #expect(reasons.count > 12, "seed \(seed): \(reasons.sorted())")
    }
}
