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

/// The headers and body of responses, and the options that change them.
struct ResponseTests {
    @Test(arguments: [
        "ACDFB3EB-105B-D33C-7F29-8D09A01CC4EF", "acdfb3eb-105b-d33c-7f29-8d09a01cc4Ef",
    ])
    func `apns-id is returned unchanged, for accepted and rejected requests`(_ id: String) throws {
        var bench = try Bench()
        #expect(bench.send(bench.request { $0.set("apns-id", id) }).header("apns-id") == id)
        let refused = bench.request { request in
            request.set("apns-id", id)
            request.body = []
        }
        #expect(bench.send(refused).header("apns-id") == id)
    }

    @Test
    func `without apns-id, the service generates a new uppercase identifier for each request`()
        throws
    {
        var bench = try Bench()
        let request = bench.request { $0.set("apns-id", nil) }
        let (a, b) = (bench.send(request).header("apns-id"), bench.send(request).header("apns-id"))
        #expect(a?.count == 36)
        #expect(a == a?.uppercased())
        #expect(a != b)
    }

    @Test func `apns-unique-id is returned only for accepted sandbox requests`() throws {
        var bench = try Bench()
        let sandbox = bench.send(bench.validRequest).header("apns-unique-id")
        #expect(sandbox?.count == 36)
        #expect(sandbox == sandbox?.lowercased())
        #expect(bench.lastEntry?.uniqueID == sandbox)
        let production = bench.request { $0.path = "/3/device/" + bench.productionToken.hex }
        let response = bench.sendOnNewConnection(production, environment: .production)
        #expect(response.status == 200)
        #expect(response.header("apns-unique-id") == nil)
    }

    @Test
    func `a token of the other environment gets BadDeviceToken, which the log explains`()
        throws
    {
        var bench = try Bench()
        let wrong = bench.request { $0.path = "/3/device/" + bench.productionToken.hex }
        let response = bench.send(wrong)
        #expect(String(decoding: response.body, as: UTF8.self) == #"{"reason":"BadDeviceToken"}"#)
        #expect(bench.lastEntry?.explanation.contains("this token belongs to production") == true)
        #expect(bench.lastEntry?.deviceID == Bench.deviceID)
    }

    @Test func `options change the behaviour that Apple does not document`() throws {
        var bench = try Bench()
        let background = bench.request { $0.set("apns-push-type", "background") }
        let noPriority = bench.request { request in
            request.set("apns-push-type", "background")
            request.set("apns-priority", nil)
        }
        bench.service.options.priorityRule = .acceptAny
        #expect(bench.send(background).status == 200)
        bench.service.options.priorityRule = .refuseAssumedToo
        #expect(bench.send(noPriority).reason == "BadPriority")
        let capital = bench.request { $0.set("apns-push-type", "Alert") }
        bench.service.options.ignoresCaseOfPushType = false
        #expect(bench.send(capital).reason == "InvalidPushType")
        let otherSuffix = bench.request { $0.set("apns-topic", "com.example.app.voip") }
        bench.service.options.refusesTopicOfOtherType = false
        #expect(bench.send(otherSuffix).status == 200)
        let empty = bench.request { $0.body = [] }
        #expect(bench.send(empty).header("content-type") == "application/json")
        bench.service.options.sendsContentType = false
        #expect(bench.send(empty).header("content-type") == nil)
    }

    @Test
    func `each device token has its own rate limit`()
        throws
    {
        var options = ServiceOptions()
        options.tokenRateLimit = .init(countMax: 2, seconds: 10)
        var bench = try Bench(options: options)
        let other = try bench.registerToken(bundleID: Bench.otherBundleID)
        #expect(bench.send(bench.validRequest).status == 200)
        #expect(bench.send(bench.validRequest).status == 200)
        #expect(bench.send(bench.validRequest).reason == "TooManyRequests")
        let elsewhere = bench.request { request in
            request.path = "/3/device/" + other.hex
            request.set("apns-topic", Bench.otherBundleID)
        }
        #expect(bench.send(elsewhere).status == 200)
        bench.now += 10
        #expect(bench.send(bench.validRequest).status == 200)
    }
}
