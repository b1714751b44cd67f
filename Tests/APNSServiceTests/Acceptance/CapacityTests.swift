// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Testing

@testable import APNSService

/// Switches that concern a connection: its number of streams, and silence.
struct CapacityTests {
    @Test func `a rejection lowers the stream limit, and the next success or 410 restores it`()
        throws
    {
        var options = ServiceOptions()
        options.dropsStreamsAfterRefusal = true
        var bench = try Bench(options: options)
        let invalid = bench.request { $0.path = "/3/device/aaaa" }
        let one = [ServiceAction.settings(maxConcurrentStreams: 1)]
        let many = [ServiceAction.settings(maxConcurrentStreams: 1000)]
        #expect(bench.connect(nil) == one)
        #expect(bench.send(invalid).actions.isEmpty)
        #expect(bench.send(bench.validRequest).actions.prefix(1) == many[...])
        #expect(bench.send(invalid).actions == one)
        #expect(bench.send(invalid).actions.isEmpty)
        try bench.service.unregister(bench.sandboxToken, now: bench.now)
        #expect(bench.send(bench.validRequest).actions == many)
        #expect(bench.send(bench.validRequest).status == 410)
    }

    @Test func `a rejection also lowers the stream limit of a client with a certificate`() throws {
        var options = ServiceOptions()
        options.dropsStreamsAfterRefusal = true
        var bench = try Bench(options: options)
        _ = try bench.connect(.make())
        let invalid = bench.certificateRequest { $0.path = "/3/device/aaaa" }
        #expect(bench.send(invalid).actions == [.settings(maxConcurrentStreams: 1)])
    }

    @Test func `by default, rejections do not change the stream limit`() throws {
        var bench = try Bench()
        _ = bench.connect(nil)
        #expect(bench.send(bench.validRequest).actions.count == 2)
        #expect(bench.send(bench.request { $0.body = [] }).actions.isEmpty)
    }

    @Test func `the option silence processes requests but withholds the responses`() throws {
        var bench = try Bench()
        bench.service.options.silence = .always
        let response = bench.send(bench.validRequest)
        #expect(response.isWithheld)
        #expect(response.deliveries.count == 1)
        #expect(bench.send(bench.request { $0.body = [] }).isWithheld)
        bench.service.options.silence = .never
        #expect(!bench.send(bench.validRequest).isWithheld)
    }

    @Test func `the option silence can start at an expired token and then last for the connection`()
        throws
    {
        var bench = try Bench()
        bench.service.options.silence = .afterExpiredProviderToken
        #expect(!bench.send(bench.validRequest).isWithheld)
        let expired = try bench.authorization(bench.key, age: 7200)
        #expect(bench.send(bench.request { $0.set("authorization", expired) }).isWithheld)
        let later = bench.send(bench.validRequest)
        #expect(later.isWithheld)
        #expect(later.deliveries.isEmpty)
        #expect(!bench.sendOnNewConnection(bench.validRequest).isWithheld)
    }
}
