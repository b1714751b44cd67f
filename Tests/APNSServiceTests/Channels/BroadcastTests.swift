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

struct BroadcastTests {
    @Test func `LA-21: a broadcast is delivered to every connected follower`() throws {
        var bench = try Bench()
        try bench.service.registerDevice("away", isOnline: false)
        try bench.service.registerDevice("tablet")
        let id = try bench.createChannel(.none)
        let other = try bench.createChannel(.none)
        for deviceID in ["tablet", "away", Bench.deviceID] {
            #expect(try bench.follow([id], deviceID: deviceID).isEmpty)
        }
        let response = bench.sendOnNewConnection(bench.broadcast(id, 3))
        #expect(response.status == 200)
        #expect(response.body.isEmpty)
        #expect(
            response.headers
                == [.init("apns-request-id", "4084a6e4-9ea8-4d2a-8a49-9a344a152da7")])
        #expect(response.actions.broadcasts == ["\(Bench.deviceID) 3", "tablet 3"])
        let entry = try #require(bench.lastEntry)
        #expect(entry.delivery == .published)
        #expect(entry.channelID == id)
        #expect(entry.bundleID == Bench.bundleID)
        #expect(
            entry.explanation == "delivered to 2 of 3 subscribers; not stored for other devices")
        #expect(entry.oddities.isEmpty)

        #expect(bench.sendOnNewConnection(bench.broadcast(other)).actions.broadcasts.isEmpty)
        #expect(bench.lastEntry?.delivery == .publishedWithoutFollowers)
        // A device that no longer follows the channel receives nothing.
        _ = try bench.follow([])
        #expect(
            bench.sendOnNewConnection(bench.broadcast(id, 4)).actions.broadcasts == ["tablet 4"])
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let reason: String?
        let name: String
        let change: @Sendable (inout ServiceRequest, Bench) -> Void

        init(
            _ reason: String?, _ name: String,
            _ change: @escaping @Sendable (inout ServiceRequest, Bench) -> Void
        ) {
            self.reason = reason
            self.name = name
            self.change = change
        }

        static func header(_ reason: String?, _ name: String, _ value: String?) -> Case {
            Case(reason, "\(name) \(value ?? "absent")") { request, _ in request.set(name, value) }
        }

        static func size(_ reason: String?, _ byteCount: Int) -> Case {
            Case(reason, "\(byteCount) bytes") { request, _ in
                request.body += [UInt8](repeating: 0x20, count: byteCount - request.body.count)
            }
        }

        var testDescription: String { "\(reason ?? "accepted"): \(name)" }
    }

    private static let cases: [Case] = [
        Case("MethodNotAllowed", "GET") { request, _ in request.method = "GET" },
        Case("BadPath", "no app") { request, _ in request.path = "/4/broadcasts/apps/" },
        Case("BadPath", "more") { request, _ in request.path += "/more" },
        .header("MissingProviderToken", "authorization", nil),
        .header("BadMessageId", "apns-request-id", "7"),
        .header(nil, "apns-request-id", nil),
        // wire 19: the path takes the bundle identifier alone.
        Case("TopicDisallowed", "T263: a suffix in the path") { request, _ in
            request.path += ".push-type.liveactivity"
        },
        Case("TopicMismatch", "unknown app") { request, _ in
            request.path = "/4/broadcasts/apps/com.example.unknown"
        },
        .header("MissingChannelId", "apns-channel-id", nil),
        .header("BadChannelId", "apns-channel-id", "%"),
        .header("ChannelNotRegistered", "apns-channel-id", "dHN0LXNyY2gtY2hubA=="),
        .header("MissingPushType", "apns-push-type", nil),
        .header("InvalidPushType", "apns-push-type", "alert"),
        .header("InvalidPushType", "apns-push-type", "goal"),
        .header(nil, "apns-push-type", "Liveactivity"),
        .header("BadExpirationDate", "apns-expiration", nil),
        .header("BadExpirationDate", "apns-expiration", "soon"),
        .header(nil, "apns-expiration", "1767229200"),
        .header("BadPriority", "apns-priority", nil),
        .header("BadPriority", "apns-priority", "7"),
        .header(nil, "apns-priority", "5"), .header(nil, "apns-priority", "1"),
        Case("PayloadEmpty", "no body") { request, _ in request.body = [] },
        Case("BadRequestPayload", "no JSON") { request, _ in request.body = Array("{".utf8) },
        .size(nil, 5120), .size("PayloadTooLarge", 5121),
        // Broadcasts do not use this header.
        .header(nil, "apns-topic", "com.example.nonsense"),
    ]

    @Test(arguments: cases)
    func `T260: a broadcast is rejected for its first error`(wrong: Case) throws {
        var bench = try Bench()
        let id = try bench.createChannel()
        var request = bench.broadcast(id)
        wrong.change(&request, bench)
        let response = bench.sendOnNewConnection(request)
        #expect(response.reason == wrong.reason)
        let reason = wrong.reason.map { RejectionReason(rawValue: $0) }
        #expect(response.status == reason?.status ?? 200)
        #expect(bench.lastEntry?.reason == reason)
    }

    @Test func `T264, LA-20: a channel without storage accepts only expiration 0`() throws {
        var bench = try Bench()
        let id = try bench.createChannel(.none)
        let refused = bench.sendOnNewConnection(bench.broadcast(id, expiration: bench.later))
        #expect(refused.reason == "BadExpirationDate")
        #expect(bench.lastEntry?.explanation.contains("does not store messages") == true)
        #expect(bench.sendOnNewConnection(bench.broadcast(id)).status == 200)
    }

    @Test func `the headers of a broadcast are optional if the option that requires them is off`()
        throws
    {
        var options = ServiceOptions()
        options.requiresBroadcastHeaders = false
        var bench = try Bench(options: options)
        let id = try bench.createChannel()
        var request = bench.broadcast(id)
        request.set("apns-expiration", nil)
        request.set("apns-priority", nil)
        #expect(bench.sendOnNewConnection(request).status == 200)
        // Without these headers, the channel's storage policy applies.
        #expect(bench.lastEntry?.delivery == .storedForFollowers)
        #expect(bench.lastEntry?.oddities.isEmpty == true)
    }

    @Test func `the log reports that the channel is in the other environment`() throws {
        var bench = try Bench()
        let id = try bench.createChannel(environment: .production)
        #expect(bench.sendOnNewConnection(bench.broadcast(id)).reason == "ChannelNotRegistered")
        #expect(bench.lastEntry?.explanation.contains("belongs to production") == true)
        #expect(
            bench.sendOnNewConnection(bench.broadcast(id), environment: .production).status == 200)
    }

    @Test func `a broadcast may be identified by apns-id as in one of Apple's samples`() throws {
        var bench = try Bench()
        let id = try bench.createChannel()
        var request = bench.broadcast(id)
        request.set("apns-request-id", nil)
        request.set("apns-id", "11111111-9ea8-4d2a-8a49-9a344a152da7")
        let response = bench.sendOnNewConnection(request)
        #expect(response.header("apns-request-id") == "11111111-9ea8-4d2a-8a49-9a344a152da7")
        #expect(response.header("apns-id") == nil)
    }
}

struct KeptBroadcastTests {
    @Test(arguments: ChannelStorage.allCases)
    func `SF-10: a device that was offline gets the newest broadcast if the channel stores it`(
        storage: ChannelStorage
    )
        throws
    {
        var bench = try Bench()
        let id = try bench.createChannel(storage)
        _ = try bench.follow([id])
        let expiration = storage == .none ? 0 : bench.later
        #expect(try bench.setOnline(false).isEmpty)
        for home in 1...3 {
            let response = bench.sendOnNewConnection(
                bench.broadcast(id, home, expiration: expiration))
            #expect(response.actions.broadcasts.isEmpty)
        }
        let expected = storage == .none ? [] : ["\(Bench.deviceID) 3 stored"]
        #expect(try bench.setOnline(true).broadcasts == expected)
        // The broadcast is delivered only once.
        #expect(try bench.setOnline(false).isEmpty)
        #expect(try bench.setOnline(true).broadcasts.isEmpty)
    }

    @Test func `SF-10: a connected follower gets each broadcast only once`() throws {
        var bench = try Bench()
        let id = try bench.createChannel()
        _ = try bench.follow([id])
        let response = bench.sendOnNewConnection(bench.broadcast(id, 1, expiration: bench.later))
        #expect(response.actions.broadcasts == ["\(Bench.deviceID) 1"])
        #expect(try bench.setOnline(false).isEmpty)
        #expect(try bench.setOnline(true).broadcasts.isEmpty)
        // Setting the followed channels again delivers nothing either.
        #expect(try bench.follow([id]).isEmpty)
        #expect(
            try bench.service.setSavingPower(false, deviceID: Bench.deviceID, now: bench.now)
                .isEmpty)
    }

    @Test func `LA-20: a late follower gets the stored broadcast`() throws {
        var bench = try Bench()
        let id = try bench.createChannel()
        _ = bench.sendOnNewConnection(bench.broadcast(id, 4, expiration: bench.later))
        #expect(bench.lastEntry?.delivery == .storedForFollowers)
        #expect(try bench.follow([id]).broadcasts == ["\(Bench.deviceID) 4 stored"])
        try bench.service.registerDevice("away", isOnline: false)
        #expect(try bench.follow([id], deviceID: "away").isEmpty)
        let back = try bench.service.setOnline(true, deviceID: "away", now: bench.now)
        #expect(back.broadcasts == ["away 4 stored"])
    }

    /// `apns-expiration` in seconds from now, `nil` for 0, and how long the broadcast is stored.
    private static let lifetimes: [(expiration: Int?, storedSeconds: Int)] = [
        (60, 60), (3600, 3600), (28_800, 28_800), (2_592_000, 28_800), (-60, 0), (nil, 0),
    ]

    @Test(arguments: lifetimes)
    func `LA-20: a channel stores its newest broadcast until the expiration, at most 8 hours`(
        expiration: Int?, storedSeconds: Int
    ) throws {
        var bench = try Bench()
        let id = try bench.createChannel()
        let now = bench.now.wholeEpochSeconds
        let response = bench.sendOnNewConnection(
            bench.broadcast(id, expiration: expiration.map { now + $0 } ?? 0))
        #expect(response.status == 200)
        let channel = try #require(
            bench.service.channels.channel(id, of: Bench.bundleID, .sandbox))
        if storedSeconds > 0 {
            #expect(channel.storedBroadcast(at: bench.now + Double(storedSeconds - 1)) != nil)
        }
        #expect(channel.storedBroadcast(at: bench.now + Double(storedSeconds)) == nil)
    }

    @Test func `a newer broadcast that is not stored removes the stored one`() throws {
        var bench = try Bench()
        let id = try bench.createChannel()
        _ = bench.sendOnNewConnection(bench.broadcast(id, 1, expiration: bench.later))
        _ = bench.sendOnNewConnection(bench.broadcast(id, 2))
        #expect(try bench.follow([id]).isEmpty)
    }

    @Test func `deleting a channel, an app or a device removes its followers`() throws {
        var bench = try Bench()
        let first = try bench.createChannel()
        let second = try bench.createChannel()
        _ = try bench.follow([first, second])
        _ = bench.manage(bench.channelRequest("DELETE", channel: first))
        #expect(bench.service.channels.followed(by: Bench.deviceID) == [bench.subscription(second)])
        try bench.service.deleteApp(
            bundleID: Bench.bundleID, deviceID: Bench.deviceID, now: bench.now)
        #expect(bench.service.channels.followed(by: Bench.deviceID).isEmpty)
        _ = try bench.follow([second])
        bench.service.removeDevice(Bench.deviceID, now: bench.now)
        #expect(bench.service.channels.followed(by: Bench.deviceID).isEmpty)
        #expect(bench.sendOnNewConnection(bench.broadcast(second)).actions.broadcasts.isEmpty)
        #expect(throws: ServiceError.unknownDevice(Bench.deviceID)) {
            _ = try bench.follow([second])
        }
    }

    @Test
    func `an unknown channel cannot be followed, and the number of followed channels is limited`()
        throws
    {
        var limits = ServiceLimits()
        limits.followedChannelCountMax = 2
        var bench = try Bench(limits: limits)
        let unknown = try #require(ChannelID("dHN0LXNyY2gtY2hubA=="))
        #expect(try bench.follow([unknown]).isEmpty)
        #expect(bench.service.channels.followed(by: Bench.deviceID).isEmpty)
        let ids = try (0..<3).map { _ in try bench.createChannel() }
        _ = try bench.follow(ids)
        #expect(bench.service.channels.followed(by: Bench.deviceID).count == 2)
    }
}
