// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Simulation
import Testing

@testable import APNSService

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The effect of each kind of fault, the connections in its scope, and when it is in force.
struct FaultKindTests {
    @Test(arguments: [
        (ServiceFault.Kind.refusedStream, ResponseFault.resetStream(code: 7)),
        (.cut, .cut),
    ])
    func `a request that the server drops is not processed`(
        kind: ServiceFault.Kind, effect: ResponseFault
    ) throws {
        var bench = try Bench()
        _ = try bench.add(ServiceFault(kind))
        let response = bench.send(bench.validRequest)
        #expect(response.fault == effect)
        #expect(response.actions.isEmpty)
        let entry = try #require(bench.lastEntry)
        #expect(entry.status == 0 && !entry.isAccepted)
        #expect(entry.fault == "1")
        #expect(
            entry.explanation
                == "APNs did not process the request because of an injected fault: "
                + kind.rawValue)
    }

    @Test(arguments: [
        (ServiceFault.Kind.reset, ResponseFault.resetAfterHeaders(code: 2)),
        (.halfResponse, .half),
    ])
    func `a response that is sent only in part has its usual status or the fault's status`(
        kind: ServiceFault.Kind, effect: ResponseFault
    ) throws {
        var bench = try Bench()
        var fault = ServiceFault(kind)
        fault.count = 1
        _ = try bench.add(fault)
        let usual = bench.send(bench.validRequest)
        #expect(usual.status == 200 && usual.fault == effect)
        #expect(usual.deliveries.count == 1)
        #expect(bench.lastEntry?.delivery == .delivered)
        fault.status = 500
        fault.reason = .internalServerError
        _ = try bench.add(fault)
        let rejected = bench.send(bench.validRequest)
        #expect(rejected.status == 500 && rejected.fault == effect)
        #expect(rejected.reason == "InternalServerError")
        #expect(rejected.deliveries.isEmpty)
    }

    @Test(arguments: [ServiceFault.Kind.silence, .cut])
    func `with the option processed, a request without a response is processed`(
        kind: ServiceFault.Kind
    ) throws {
        var bench = try Bench()
        var fault = ServiceFault(kind)
        fault.isProcessed = true
        _ = try bench.add(fault)
        let response = bench.send(bench.validRequest)
        #expect(response.isIncomplete)
        #expect(response.deliveries.count == 1)
        #expect(bench.lastEntry?.isAccepted == true)
    }

    @Test func `requests after GOAWAY's last stream are not processed`() throws {
        var bench = try Bench()
        var fault = ServiceFault(.goAway)
        fault.lastStream = 3
        _ = try bench.add(fault)
        for (stream, isProcessed) in [(UInt32(3), true), (5, false)] {
            bench.connection.stream = stream
            let response = bench.send(bench.validRequest)
            #expect(response.isWithheld == !isProcessed)
            #expect(response.deliveries.isEmpty == !isProcessed)
            #expect(
                response.fault == .goAway(reason: .shutdown, errorCode: 0, lastStream: 3))
        }
    }

    @Test func `the fault expired token affects all later requests on its connection`() throws {
        var bench = try Bench()
        var fault = ServiceFault(.expiredToken)
        fault.count = 1
        _ = try bench.add(fault)
        #expect(bench.send(bench.validRequest).reason == "ExpiredProviderToken")
        #expect(bench.send(bench.validRequest).reason == "ExpiredProviderToken")
        #expect(bench.service.faults.entries.isEmpty)
        #expect(bench.sendOnNewConnection(bench.validRequest).status == 200)
    }

    @Test func `the fault latency is combined with the first other fault`() throws {
        var bench = try Bench()
        var latency = ServiceFault(.latency)
        latency.delay = .fixed(250)
        latency.name = "slow"
        _ = try bench.add(latency)
        var status = ServiceFault(.status)
        status.status = 500
        status.count = 1
        _ = try bench.add(status)
        let rejected = bench.send(bench.validRequest)
        #expect(rejected.status == 500 && rejected.delay == .milliseconds(250))
        #expect(bench.lastEntry?.fault == "2, slow")
        let accepted = bench.send(bench.validRequest)
        #expect(accepted.status == 200 && accepted.delay == .milliseconds(250))
        #expect(bench.lastEntry?.fault == "slow")
    }

    @Test(arguments: [
        (FaultDelay.uniform(min: 20, max: 60), 40.0, 11.5),
        (.normal(mean: 100, deviation: 10), 100, 10),
        (.normal(mean: 0, deviation: 10), 4, 5.8), (.fixed(7), 7, 0),
    ])
    func `delays have the requested distribution, and a seed repeats them`(
        delay: FaultDelay, mean: Double, deviation: Double
    ) throws {
        var first = SeededGenerator(seed: 3)
        var second = first
        var values: [Double] = []
        for _ in 1...20_000 {
            let duration = delay.duration(using: &first)
            #expect(duration == delay.duration(using: &second))
            values.append(duration / .milliseconds(1))
        }
        let average = values.reduce(0, +) / 20_000
        let variance = values.reduce(0) { $0 + ($1 - average) * ($1 - average) } / 20_000
        #expect(abs(average - mean) < 0.5)
        #expect(abs(variance.squareRoot() - deviation) < 0.5)
        #expect(values.allSatisfy { $0 >= 0 })
    }

    @Test func `a fault begins and ends on the clock of the service`() throws {
        var bench = try Bench()
        var fault = ServiceFault(.status)
        fault.status = 503
        fault.afterSeconds = 60
        fault.seconds = 30
        _ = try bench.add(fault)
        for (time, status) in [(0.0, 200), (59.9, 200), (60, 503), (89.9, 503), (90, 200)] {
            bench.now = Bench.start + time
            #expect(bench.send(bench.validRequest).status == status, "\(time)")
        }
        #expect(bench.service.faults.entries.isEmpty)
    }

    @Test func `a fault for a stream of a connection affects no other stream or connection`() throws
    {
        var bench = try Bench()
        var fault = ServiceFault(.status)
        fault.status = 500
        fault.connection = 2
        fault.stream = 5
        _ = try bench.add(fault)
        for (connection, stream, status) in [(2, UInt32(5), 500), (1, 5, 200), (2, 3, 200)] {
            bench.connection.number = connection
            bench.connection.stream = stream
            #expect(bench.send(bench.validRequest).status == status)
        }
    }
}

/// Faults of new connections.
extension FaultKindTests {
    @Test func `a new connection gets the faults in its scope, and a number`() throws {
        var bench = try Bench()
        var wrong = ServiceFault(.wrongCertificate)
        wrong.environment = .production
        wrong.count = 1
        _ = try bench.add(wrong)
        var tiny = ServiceFault(.tinyWindow)
        tiny.connection = 2
        _ = try bench.add(tiny)
        var slow = ServiceFault(.slowReader)
        slow.delay = .fixed(5)
        slow.afterSeconds = 1
        _ = try bench.add(slow)
        let first = bench.connect(.sandbox)
        #expect(first == ConnectionFaults(number: 1))
        bench.now += 1
        let second = bench.connect(.production)
        #expect(second.number == 2 && second.presentsWrongCertificate)
        #expect(second.streamWindow == 16)
        #expect(second.withholdsWindowUpdates && second.windowDelay == .milliseconds(5))
        let third = bench.connect(.production)
        #expect(!third.presentsWrongCertificate && third.streamWindow == nil)
        #expect(bench.service.faults.entries.map(\.affectedCount) == [1, 2])
        // A request is not affected by a fault of connections.
        #expect(bench.send(bench.validRequest).status == 200)
        bench.service.faults.reset()
        #expect(bench.connect(.sandbox) == ConnectionFaults(number: 1))
    }

    @Test func `with the fault slow reader and no delay, the server sends no window update`() throws
    {
        var bench = try Bench()
        _ = try bench.add(ServiceFault(.slowReader))
        let faults = bench.connect(.sandbox)
        #expect(faults.withholdsWindowUpdates && faults.windowDelay == nil)
    }

    @Test(arguments: ServiceFault.Kind.allCases)
    func `every kind of fault rejects parameters that it does not support`(kind: ServiceFault.Kind)
        throws
    {
        let values: [String: String] = [
            "status": "500", "reason": #""Shutdown""#, "retry_after": "1", "milliseconds": "1",
            "processed": "true", "error_code": "1", "last_stream": "1", "window": "5",
        ]
        for (key, value) in values where !kind.parameters.contains(key) {
            let json = #"{"fault":"\#(kind.rawValue)","\#(key)":\#(value)}"#
            let fault = try JSONDecoder().decode(ServiceFault.self, from: Data(json.utf8))
            #expect(fault.problem?.contains("does not support \"\(key)\"") == true, "\(json)")
        }
    }
}

extension Bench {
    mutating func add(_ fault: ServiceFault) throws -> FaultPlan.Entry {
        try service.addFault(fault, now: now)
    }

    mutating func connect(_ environment: APNSEnvironment) -> ConnectionFaults {
        service.connect(environment: environment, now: now, using: &generator)
    }
}
