// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Testing

@testable import APNSService

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a connection is bound to, and what follows from its provider tokens.
struct ConnectionTests {
    @Test func `the first valid provider token raises the stream limit, once`() throws {
        var bench = try Bench()
        let none = bench.send(bench.request { $0.set("authorization", nil) })
        #expect(none.actions.isEmpty)
        let refusedLater = bench.send(bench.request { $0.path = "/3/device/aaaa" })
        #expect(refusedLater.actions == [.settings(maxConcurrentStreams: 1000)])
        #expect(bench.send(bench.validRequest).actions.count == 1)
        #expect(bench.connection.isAuthenticated)
    }

    @Test
    func `a token of another team is rejected on the same connection and accepted on a new one`()
        throws
    {
        var bench = try Bench()
        let other = try bench.registerKey("KEY0000002", teamID: "OTHERTEAM0")
        let authorization = try bench.authorization(other)
        #expect(bench.send(bench.validRequest).status == 200)
        let request = bench.request { $0.set("authorization", authorization) }
        #expect(bench.send(request).reason == "InvalidProviderToken")
        #expect(bench.lastEntry?.explanation.contains("OTHERTEAM0") == true)
        #expect(bench.sendOnNewConnection(request).reason == "TopicDisallowed")
        bench.service.options.secondTeamReason = .forbidden
        _ = bench.sendOnNewConnection(bench.validRequest)
        #expect(bench.send(request).status == 403)
    }

    @Test(arguments: [true, false])
    func `a key of the other environment gets the observed or the documented reason`(
        _ asSeen: Bool
    ) throws {
        var bench = try Bench()
        bench.service.options.sendsEnvironmentReasonAsSeenOnWire = asSeen
        let key = try bench.registerKey("KEY0000003", environment: .production)
        let authorization = try bench.authorization(key)
        let request = bench.request { $0.set("authorization", authorization) }
        let response = bench.send(request)
        #expect(response.status == 403)
        #expect(
            response.reason == (asSeen ? "BadEnvironmentKeyInToken" : "BadEnvironmentKeyIdInToken"))
        #expect(!bench.connection.isAuthenticated)
    }

    @Test func `topic-specific keys can only be combined with related keys`() throws {
        var bench = try Bench()
        let one = try bench.registerKey("KEY0000004", bundleIDs: [Bench.bundleID])
        let related = try bench.registerKey("KEY0000005", bundleIDs: [Bench.bundleID])
        let unrelated = try bench.registerKey("KEY0000006", bundleIDs: [Bench.otherBundleID])
        func request(_ key: ProviderKey) throws -> ServiceRequest {
            let authorization = try bench.authorization(
                key, age: key.keyID == "KEY0000004" ? 0 : 1500)
            return bench.request { $0.set("authorization", authorization) }
        }
        let (first, second, third) = try (request(one), request(related), request(unrelated))
        let team = bench.validRequest
        #expect(bench.send(first).status == 200)
        #expect(bench.send(second).status == 200)
        #expect(bench.send(third).reason == "UnrelatedKeyIdInToken")
        #expect(bench.send(team).reason == "UnrelatedKeyIdInToken")
        _ = bench.sendOnNewConnection(team)
        #expect(bench.send(first).reason == "UnrelatedKeyIdInToken")
        #expect(bench.sendOnNewConnection(third).reason == "TopicDisallowed")
    }

    @Test
    func `a second provider token is rejected within 20 minutes on the same connection only`()
        throws
    {
        var bench = try Bench()
        let first = bench.validRequest
        #expect(bench.send(first).status == 200)
        bench.now += 19 * 60
        let early = try bench.authorization(bench.key)
        let second = bench.request { $0.set("authorization", early) }
        #expect(bench.send(second).reason == "TooManyProviderTokenUpdates")
        #expect(bench.send(first).status == 200)
        var other = bench
        #expect(other.sendOnNewConnection(second).status == 200)
        bench.now += 2 * 60
        let late = try bench.authorization(bench.key)
        #expect(bench.send(bench.request { $0.set("authorization", late) }).status == 200)
    }

    @Test func `a new connection accepts the next token of a sender that shares tokens`() throws {
        var bench = try Bench()
        let old = try bench.authorization(bench.key, age: 49 * 60)
        #expect(bench.send(bench.request { $0.set("authorization", old) }).status == 200)
        bench.now += 60
        let next = try bench.authorization(bench.key)
        #expect(bench.send(bench.request { $0.set("authorization", next) }).status == 200)
    }

    @Test func `a token that expires in use is rejected, and a new one is accepted`() throws {
        var bench = try Bench()
        #expect(bench.send(bench.validRequest).status == 200)
        bench.now += 3601
        let expired = bench.request { $0.set("authorization", bench.authorization) }
        #expect(bench.send(expired).reason == "ExpiredProviderToken")
        let newToken = try bench.authorization(bench.key)
        let again = bench.request { $0.set("authorization", newToken) }
        #expect(bench.send(again).status == 200)
        bench.service.options.wedgesAfterExpiredProviderToken = true
        #expect(bench.send(again).reason == "ExpiredProviderToken")
        #expect(bench.sendOnNewConnection(again).status == 200)
    }

    @Test func `a key that was removed is unknown at once, also on old connections`() throws {
        var bench = try Bench()
        #expect(bench.send(bench.validRequest).status == 200)
        bench.service.removeKey(bench.key.keyID)
        #expect(bench.send(bench.validRequest).reason == "InvalidProviderToken")
    }

    @Test func `an option ends the connection after consecutive rejections, not counting 410`()
        throws
    {
        var options = ServiceOptions()
        options.refusalsBeforeGoAway = 2
        var bench = try Bench(options: options)
        let invalid = bench.request { $0.path = "/3/device/aaaa" }
        #expect(!bench.send(invalid).actions.contains(.goAway(.tooManyRequests)))
        #expect(bench.send(bench.validRequest).status == 200)
        _ = bench.send(invalid)
        try bench.service.unregister(bench.sandboxToken, now: bench.now)
        #expect(bench.send(bench.validRequest).status == 410)
        #expect(bench.send(invalid).actions.contains(.goAway(.tooManyRequests)))
    }

    @Test(arguments: [false, true])
    func `with an option, an app that is added later requires a new connection`(isOn: Bool) throws {
        var options = ServiceOptions()
        options.bindsConnectionsToApps = isOn
        var bench = try Bench(options: options)
        #expect(bench.send(bench.validRequest).status == 200)
        try bench.service.registerApp(bundleID: "com.example.late", teamID: "BELLHOPDEV")
        let token = try bench.registerToken(bundleID: "com.example.late")
        let late = bench.request { request in
            request.path = "/3/device/" + token.hex
            request.set("apns-topic", "com.example.late")
        }
        #expect(bench.send(late).reason == (isOn ? "TopicDisallowed" : nil))
        #expect(bench.send(bench.validRequest).status == 200)
        #expect(bench.sendOnNewConnection(late).status == 200)
    }
}
