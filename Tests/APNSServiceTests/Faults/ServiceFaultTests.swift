// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

@testable import APNSService

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct ServiceFaultTests {
    private func unavailable(_ edit: (inout ServiceFault) -> Void = { _ in }) -> ServiceFault {
        var fault = ServiceFault(.status)
        fault.status = 503
        fault.reason = .serviceUnavailable
        edit(&fault)
        return fault
    }

    @Test func `the fault status affects as many requests as its count, and nothing is delivered`()
        throws
    {
        var bench = try Bench()
        let entry = try bench.add(
            unavailable {
                $0.count = 2
                $0.retryAfter = 7
            })
        #expect(entry.id == 1)
        for remaining in [1, 0] {
            let response = bench.send(bench.validRequest)
            #expect(response.status == 503)
            #expect(RejectionBody(response.body)?.reason == .serviceUnavailable)
            #expect(response.headers.first { $0.name == "retry-after" }?.value == "7")
            #expect(
                response.headers.first { $0.name == APNSHeader.id }?.value
                    == "4084a6e4-9ea8-4d2a-8a49-9a344a152da7")
            #expect(response.actions.isEmpty)
            #expect(
                bench.service.faults.entries.map(\.remainingCount) == [remaining].filter { $0 > 0 })
        }
        #expect(bench.send(bench.validRequest).status == 200)
        let log = bench.service.log.entries()
        #expect(log.map(\.status) == [503, 503, 200])
        #expect(log.map(\.isAccepted) == [false, false, true])
        #expect(
            log.first?.explanation
                == "APNs did not process the request because of an injected fault: status")
        #expect(log.map(\.fault) == ["1", "1", nil])
        #expect(log.first?.headers?.contains { $0.name == "authorization" } == false)
        #expect(log.first?.headers?.contains(.init("apns-push-type", "alert")) == true)
    }

    @Test func `a response without a reason has no body and counts as rejected`() throws {
        var bench = try Bench()
        _ = try bench.add(
            unavailable {
                $0.status = 502
                $0.reason = nil
                $0.name = "proxy"
            })
        let response = bench.send(bench.validRequest)
        #expect(response.status == 502)
        #expect(response.body.isEmpty)
        #expect(bench.service.log.entries().first?.isAccepted == false)
        #expect(bench.service.log.entries().first?.fault == "proxy")
        #expect(bench.service.log.refusedCount == 1)
    }

    @Test func `with the fault silence, the response is withheld and nothing is delivered`() throws
    {
        var bench = try Bench()
        _ = try bench.add(ServiceFault(.silence))
        let response = bench.send(bench.validRequest)
        #expect(response.isWithheld)
        #expect(response.actions.isEmpty)
        #expect(bench.service.log.entries().first?.status == 0)
    }

    @Test func `GOAWAY follows the ordinary response`() throws {
        var bench = try Bench()
        var fault = ServiceFault(.goAway)
        fault.count = 1
        _ = try bench.add(fault)
        let response = bench.send(bench.validRequest)
        #expect(response.status == 200)
        #expect(
            response.fault == .goAway(reason: .shutdown, errorCode: 0, lastStream: nil))
        #expect(response.actions.contains { if case .deliver = $0 { true } else { false } })
        #expect(bench.send(bench.validRequest).fault == nil)
    }

    @Test(arguments: [
        ("environment", true), ("app", true), ("token", true), ("push type", true),
        ("another environment", false), ("another app", false), ("another token", false),
        ("another push type", false),
    ])
    func `a fault affects only requests in its scope`(scope: String, isAffected: Bool) throws {
        var bench = try Bench()
        _ = try bench.add(
            unavailable { fault in
                switch scope {
                case "environment": fault.environment = .sandbox
                case "app": fault.app = Bench.bundleID
                case "token": fault.token = bench.sandboxToken
                case "push type": fault.pushType = .alert
                case "another environment": fault.environment = .production
                case "another app": fault.app = Bench.otherBundleID
                case "another token": fault.token = bench.productionToken
                default: fault.pushType = .background
                }
            })
        #expect(bench.send(bench.validRequest).status == (isAffected ? 503 : 200))
    }

    @Test func `the first fault in scope affects a request, and fault numbers are never reused`()
        throws
    {
        var bench = try Bench()
        _ = try bench.add(unavailable { $0.app = Bench.otherBundleID })
        let second = try bench.add(unavailable { $0.status = 500 })
        _ = try bench.add(unavailable { $0.status = 429 })
        #expect(bench.send(bench.validRequest).status == 500)
        for isInForce in [true, false] {
            let wasRemoved = bench.service.removeFault(String(second.id))
            #expect(wasRemoved == isInForce)
        }
        #expect(bench.send(bench.validRequest).status == 429)
        bench.service.removeFaults()
        #expect(bench.send(bench.validRequest).status == 200)
        #expect(try bench.add(unavailable()).id == 4)
    }

    @Test
    func `a fault with a probability affects about that share of requests, as a seed determines`()
        throws
    {
        var runs: [[Int]] = []
        for _ in 1...2 {
            var bench = try Bench()
            _ = try bench.add(unavailable { $0.probability = 0.25 })
            var statuses: [Int] = []
            for _ in 1...1000 { statuses.append(bench.send(bench.validRequest).status) }
            runs.append(statuses)
        }
        #expect(runs[0] == runs[1])
        #expect((200...300).contains(runs[0].count { $0 == 503 }))
    }

    @Test(arguments: [
        #"{"fault":"status"}"#, #"{"fault":"status","status":200}"#,
        #"{"fault":"status","status":600}"#, #"{"fault":"silence","status":503}"#,
        #"{"fault":"silence","reason":"Shutdown"}"#, #"{"fault":"goaway","retry_after":1}"#,
        #"{"fault":"status","status":503,"count":0}"#,
        #"{"fault":"status","status":503,"retry_after":-1}"#,
        #"{"fault":"status","status":503,"probability":0}"#,
        #"{"fault":"status","status":503,"probability":1.5}"#,
        #"{"fault":"status","status":503,"name":""}"#,
        #"{"fault":"status","status":503,"name":"12"}"#, #"{"fault":"latency"}"#,
        #"{"fault":"latency","milliseconds":600001}"#, #"{"fault":"cut","connection":0}"#,
        #"{"fault":"latency","min_milliseconds":3,"max_milliseconds":2}"#,
        #"{"fault":"reset","reason":"Shutdown"}"#, #"{"fault":"tiny-window","window":0}"#,
        #"{"fault":"tiny-window","app":"com.example.app"}"#, #"{"fault":"cut","seconds":0}"#,
        #"{"fault":"cut","endpoint":"channels","connection":1}"#,
        #"{"fault":"silence","endpoint":"channels","push_type":"alert"}"#,
        #"{"fault":"goaway","last_stream":4294967295}"#, #"{"fault":"cut","after_seconds":-1}"#,
    ])
    func `a fault with an invalid value is refused with a description of the error`(json: String)
        throws
    {
        let fault = try JSONDecoder().decode(ServiceFault.self, from: Data(json.utf8))
        var bench = try Bench()
        let error = #expect(throws: FaultError.self) { try bench.add(fault) }
        #expect(
            error?.description.contains("\"") == true
                || error?.description.contains("fault") == true
                || error?.description.contains("delay") == true)
        #expect(bench.service.faults.entries.isEmpty)
    }

    @Test func `a fault for one kind of endpoint does not affect requests to another`() throws {
        var bench = try Bench()
        _ = try bench.add(
            unavailable {
                $0.endpoint = .channels
                $0.count = 1
            })
        #expect(bench.send(bench.validRequest).status == 200)
        let refused = bench.manage(bench.channelRequest("GET", Bench.listPath))
        #expect(RejectionBody(refused.body)?.reason == .serviceUnavailable)
        #expect(refused.header("apns-request-id") != nil && refused.header("apns-id") == nil)
        #expect(bench.manage(bench.channelRequest("GET", Bench.listPath)).status == 200)
        #expect(bench.service.log.entries().count == 1, "the log is for notifications")
        _ = try bench.add(unavailable())
        #expect(bench.manage(bench.channelRequest("GET", Bench.listPath)).status == 200)
        #expect(bench.send(bench.validRequest).status == 503)
    }

    @Test func `only connections to the endpoint for notifications are numbered`() throws {
        var bench = try Bench()
        var fault = ServiceFault(.tinyWindow)
        fault.endpoint = .channels
        _ = try bench.add(fault)
        let faults = [ServiceEndpoint.notifications, .channels, .notifications].map { endpoint in
            bench.service.connect(
                environment: .sandbox, endpoint: endpoint, now: bench.now,
                using: &bench.generator)
        }
        #expect(faults.map(\.number) == [1, 0, 2])
        #expect(faults.map(\.streamWindow) == [nil, 16, nil])
    }

    @Test func `the number of faults is limited`() throws {
        var bench = try Bench()
        for _ in 1...FaultPlan.countMax { _ = try bench.add(unavailable()) }
        let error = #expect(throws: FaultError.self) { try bench.add(unavailable()) }
        #expect(error?.description.contains("100 active faults") == true)
    }

    @Test func `a fault as JSON shows its token in shortened form only`() throws {
        let bench = try Bench()
        let hex = bench.sandboxToken.hex
        let text =
            #"{"fault":"status","status":410,"reason":"Unregistered","token":"\#(hex)"}"#
        let fault = try JSONDecoder().decode(ServiceFault.self, from: Data(text.utf8))
        #expect(fault.token == bench.sandboxToken)
        let encoded = String(decoding: try JSONEncoder().encode(fault), as: UTF8.self)
        #expect(!encoded.contains(bench.sandboxToken.hex))
        #expect(encoded.contains("Unregistered"))
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(
                ServiceFault.self, from: Data(#"{"fault":"silence","token":"xyz"}"#.utf8))
        }
    }
}
