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

/// Tokens from registration to 410.
struct TokenLifeTests {
    private func body(_ response: ServiceResponse) -> String {
        String(decoding: response.body, as: UTF8.self)
    }

    @Test
    func `each environment and family has its own token, also when registered again`()
        throws
    {
        var bench = try Bench()
        #expect(try bench.registerToken() == bench.sandboxToken)
        #expect(bench.sandboxToken != bench.productionToken)
        #expect(bench.sandboxToken.bytes.count == 32)
        let start = try bench.registerToken(.liveActivityStart)
        #expect(start.bytes.count == 80)
        let one = try bench.registerToken(.liveActivity, instance: "1")
        #expect(try bench.registerToken(.liveActivity, instance: "1") == one)
        #expect(try bench.registerToken(.liveActivity, instance: "2") != one)
    }

    @Test
    func `a push to the token of a deleted app returns 410 with the time of deletion`()
        throws
    {
        var bench = try Bench()
        bench.now += 12.345
        try bench.service.deleteApp(
            bundleID: Bench.bundleID, deviceID: Bench.deviceID, now: bench.now)
        bench.now += 60
        let response = bench.send(bench.validRequest)
        #expect(response.status == 410)
        #expect(body(response) == #"{"reason":"Unregistered","timestamp":1767225612345}"#)
        let production = bench.request { $0.path = "/3/device/" + bench.productionToken.hex }
        #expect(bench.sendOnNewConnection(production, environment: .production).status == 410)
    }

    @Test func `a reinstalled app gets a new token, and the old one stays invalid`() throws {
        var bench = try Bench()
        try bench.service.deleteApp(
            bundleID: Bench.bundleID, deviceID: Bench.deviceID, now: bench.now)
        let new = try bench.registerToken()
        #expect(new != bench.sandboxToken)
        #expect(bench.send(bench.validRequest).status == 410)
        #expect(bench.send(bench.request { $0.path = "/3/device/" + new.hex }).status == 200)
    }

    @Test func `stored pushes of a deleted app are discarded, as are pushes sent within the delay`()
        throws
    {
        var bench = try Bench()
        bench.service.options.unregisteredDelaySeconds = 60
        _ = try bench.setOnline(false)
        _ = bench.send(bench.validRequest)
        try bench.service.deleteApp(
            bundleID: Bench.bundleID, deviceID: Bench.deviceID, now: bench.now)
        #expect(bench.lastEntry?.delivery == .discardedUnregistered)
        bench.now += 59
        #expect(bench.send(bench.validRequest).status == 200)
        #expect(bench.lastEntry?.delivery == .discardedUnregistered)
        bench.now += 1
        #expect(bench.send(bench.validRequest).reason == "Unregistered")
        #expect(try bench.setOnline(true).isEmpty)
    }

    @Test func `a push to an expired token returns ExpiredToken with a time`() throws {
        var bench = try Bench()
        try bench.service.expire(bench.sandboxToken, now: bench.now)
        let response = bench.send(bench.validRequest)
        #expect(response.status == 410)
        #expect(body(response) == #"{"reason":"ExpiredToken","timestamp":1767225600000}"#)
    }

    @Test func `the tokens of an erased device are invalid`() throws {
        var bench = try Bench()
        bench.service.removeDevice(Bench.deviceID, now: bench.now)
        #expect(bench.send(bench.validRequest).status == 410)
        #expect(throws: ServiceError.unknownDevice(Bench.deviceID)) { try bench.registerToken() }
    }

    @Test func `invalid tokens beyond the limit are removed, the oldest first`() throws {
        var limits = ServiceLimits()
        limits.deadTokenCountMax = 1
        var bench = try Bench(limits: limits)
        try bench.service.unregister(bench.sandboxToken, now: bench.now)
        #expect(bench.send(bench.validRequest).reason == "Unregistered")
        try bench.service.unregister(bench.productionToken, now: bench.now)
        #expect(bench.send(bench.validRequest).reason == "BadDeviceToken")
    }

    @Test func `exceeded limits and unknown names are rejected with a message`() throws {
        var limits = ServiceLimits()
        limits.deviceCountMax = 1
        limits.liveTokenCountMax = 2
        var bench = try Bench(limits: limits)
        #expect(throws: ServiceError.limitReached(what: "devices", max: 1)) {
            try bench.service.registerDevice("second")
        }
        #expect(throws: ServiceError.limitReached(what: "device tokens", max: 2)) {
            try bench.registerToken(.voip)
        }
        #expect(throws: ServiceError.unknownApp("com.example.none")) {
            try bench.registerToken(bundleID: "com.example.none")
        }
        #expect(throws: ServiceError.badBundleID("com example")) {
            try bench.service.registerApp(bundleID: "com example", teamID: "BELLHOPDEV")
        }
        #expect(throws: ServiceError.appOfOtherTeam(bundleID: Bench.bundleID, teamID: "BELLHOPDEV"))
        {
            try bench.service.registerApp(bundleID: Bench.bundleID, teamID: "OTHERTEAM0")
        }
        #expect(throws: ServiceError.unknownDevice("nobody")) {
            try bench.service.setOnline(true, deviceID: "nobody", now: bench.now)
        }
    }
}
