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

struct ChannelManagementTests {
    @Test(arguments: ChannelStorage.allCases)
    func `T259: a channel is created, read, listed and deleted`(storage: ChannelStorage) throws {
        var bench = try Bench()
        let created = bench.manage(
            bench.channelRequest("POST", body: Bench.settings(storage.rawValue)))
        #expect(created.status == 201)
        #expect(created.body.isEmpty)
        #expect(created.header("apns-request-id") == "4084a6e4-9ea8-4d2a-8a49-9a344a152da7")
        #expect(created.header("apns-id") == nil)
        let id = try #require(created.header("apns-channel-id").flatMap { ChannelID($0) })

        let read = bench.manage(bench.channelRequest("GET", channel: id))
        #expect(read.status == 200)
        #expect(
            String(decoding: read.body, as: UTF8.self) == Bench.settings(storage.rawValue))
        let listed = bench.manage(bench.channelRequest("GET", Bench.listPath))
        #expect(ChannelBody.channels(in: listed.body) == [id])

        let deleted = bench.manage(bench.channelRequest("DELETE", channel: id))
        #expect(deleted.status == 204)
        #expect(deleted.body.isEmpty)
        for method in ["GET", "DELETE"] {
            let response = bench.manage(bench.channelRequest(method, channel: id))
            #expect(response.status == 400)
            #expect(response.reason == "ChannelNotRegistered")
        }
        let empty = bench.manage(bench.channelRequest("GET", Bench.listPath))
        #expect(String(decoding: empty.body, as: UTF8.self) == #"{"channels":[]}"#)
        // Clients that manage channels see the response; the log contains only notifications.
        #expect(bench.service.log.entries().isEmpty)
    }

    @Test
    func `T266: channel identifiers are unique, and a missing request identifier is generated`()
        throws
    {
        var bench = try Bench()
        let ids = try (0..<20).map { _ in try bench.createChannel() }
        #expect(Set(ids).count == ids.count)
        #expect(bench.service.channels.channels(of: Bench.bundleID, .sandbox).count == 20)
        var request = bench.channelRequest("GET", Bench.listPath)
        request.set("apns-request-id", nil)
        let id = try #require(bench.manage(request).header("apns-request-id"))
        #expect(APNSID(id) != nil)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let reason: String
        let name: String
        let change: @Sendable (inout ServiceRequest, Bench) -> Void

        init(
            _ reason: String, _ name: String,
            _ change: @escaping @Sendable (inout ServiceRequest, Bench) -> Void
        ) {
            self.reason = reason
            self.name = name
            self.change = change
        }

        /// A body of a request for a new channel.
        static func body(_ reason: String, _ body: String) -> Case {
            Case(reason, body) { request, _ in request.body = Array(body.utf8) }
        }

        static func path(_ reason: String, _ path: String) -> Case {
            Case(reason, path) { request, _ in request.path = path }
        }

        var testDescription: String { "\(reason): \(name)" }
    }

    private static let badCases: [Case] = [
        .path("BadPath", "/1/apps/com.example.app"), .path("BadPath", "/1/apps//channels"),
        .path("BadPath", "/1/apps/com.example.app/channels/"),
        .path("BadPath", "/1/apps/com/example/channels"),
        .path("BadPath", "/2/apps/com.example.app/channels"),
        // Notifications use a different endpoint.
        .path("BadPath", "/4/broadcasts/apps/com.example.app"), .path("BadPath", "/3/device/aa"),
        Case("MethodNotAllowed", "PUT") { request, _ in request.method = "PUT" },
        Case("MethodNotAllowed", "POST to the list") { request, _ in request.path = Bench.listPath
        },
        Case("MissingProviderToken", "none") { request, _ in request.set("authorization", nil) },
        Case("ExpiredProviderToken", "61 minutes") { request, bench in
            request.set("authorization", try? bench.authorization(bench.key, age: 3660))
        },
        Case("BadMessageId", "7") { request, _ in request.set("apns-request-id", "7") },
        Case("DuplicateHeaders", "two") { request, _ in
            request.headers.append(.init("apns-request-id", "7"))
        },
        .path("TopicDisallowed", "/1/apps/com.example.app.push-type.liveactivity/channels"),
        .path("TopicDisallowed", "/1/apps/com example/channels"),
        .path("TopicMismatch", "/1/apps/com.example.unknown/channels"),
        .body("PayloadEmpty", ""), .body("BadRequestPayload", "{"),
        .body("BadRequestPayload", "[]"), .body("MissingPushType", "{}"),
        .body("MissingPushType", #"{"message-storage-policy":1}"#),
        .body("InvalidPushType", #"{"message-storage-policy":1,"push-type":"alert"}"#),
        .body("InvalidPushType", #"{"message-storage-policy":1,"push-type":7}"#),
        .body("BadRequestParams", #"{"push-type":"LiveActivity"}"#),
        .body("BadRequestParams", #"{"message-storage-policy":2,"push-type":"LiveActivity"}"#),
        .body("BadRequestParams", #"{"message-storage-policy":"1","push-type":"LiveActivity"}"#),
        .body(
            "BadRequestParams",
            #"{"message-storage-policy":1,"push-type":"LiveActivity","name":"Final"}"#),
        Case("PayloadTooLarge", "4097 bytes") { request, _ in
            request.body += [UInt8](repeating: 0x20, count: 4097 - request.body.count)
        },
    ]

    @Test(arguments: badCases)
    func `a request for a new channel is rejected for its first error`(wrong: Case) throws {
        var bench = try Bench()
        var request = bench.channelRequest("POST", body: Bench.settings(1))
        #expect(bench.manage(request).status == 201)
        wrong.change(&request, bench)
        let response = bench.manage(request)
        #expect(response.reason == wrong.reason)
        #expect(response.status == RejectionReason(rawValue: wrong.reason).status)
        #expect(response.header("apns-channel-id") == nil)
        // A response to an unknown path also has a request identifier, like all responses on this
        // port.
        let id = response.header("apns-request-id")
        #expect(
            wrong.reason == "BadMessageId"
                ? id != nil : id == "4084a6e4-9ea8-4d2a-8a49-9a344a152da7")
        #expect(response.header("apns-id") == nil)
    }

    @Test(arguments: ["GET", "DELETE"])
    func `a request about a channel must name an existing channel`(method: String) throws {
        var bench = try Bench()
        let id = try bench.createChannel()
        #expect(bench.manage(bench.channelRequest(method)).reason == "MissingChannelId")
        var request = bench.channelRequest(method)
        request.set("apns-channel-id", "not base64")
        #expect(bench.manage(request).reason == "BadChannelId")
        // The channel is unknown in the other environment and for other apps.
        let elsewhere = bench.manage(
            bench.channelRequest(method, channel: id), environment: .production)
        #expect(elsewhere.reason == "ChannelNotRegistered")
        let otherApp = bench.manage(
            bench.channelRequest(
                method, "/1/apps/\(Bench.otherBundleID)/channels", channel: id))
        #expect(otherApp.reason == "ChannelNotRegistered")
        #expect(bench.service.channels.channel(id, of: Bench.bundleID, .sandbox) != nil)
        // Credentials are checked before the channel.
        request.set("authorization", nil)
        #expect(bench.manage(request).reason == "MissingProviderToken")
    }

    @Test func `TopicMismatch: the app must belong to the key's team and be covered by the key`()
        throws
    {
        var bench = try Bench()
        let stranger = try bench.registerKey("KEY0000002", teamID: "OTHERTEAM1")
        let narrow = try bench.registerKey("KEY0000003", bundleIDs: [Bench.otherBundleID])
        for key in [stranger, narrow] {
            var request = bench.channelRequest("POST", body: Bench.settings(0))
            request.set("authorization", try bench.authorization(key))
            let response = bench.manage(request)
            #expect(response.status == 403)
            #expect(response.reason == "TopicMismatch")
        }
        let other = try bench.registerKey("KEY0000004", environment: .production)
        var request = bench.channelRequest("POST", body: Bench.settings(0))
        request.set("authorization", try bench.authorization(other))
        #expect(bench.manage(request).reason == "BadEnvironmentKeyInToken")
    }

    @Test func `T265, LA-20: an app has a maximum number of channels in each environment`() throws {
        #expect(ServiceLimits().channelCountPerAppMax == 10_000)
        var limits = ServiceLimits()
        limits.channelCountPerAppMax = 3
        var bench = try Bench(limits: limits)
        let ids = try (0..<3).map { _ in try bench.createChannel() }
        let full = bench.manage(bench.channelRequest("POST", body: Bench.settings(1)))
        #expect(full.status == 400)
        #expect(full.reason == "CannotCreateChannelConfig")
        _ = try bench.createChannel(environment: .production)
        #expect(bench.manage(bench.channelRequest("DELETE", channel: ids[1])).status == 204)
        _ = try bench.createChannel()
    }

    @Test func `LA-20: without the broadcast capability, requests about channels are rejected`()
        throws
    {
        var bench = try Bench()
        let id = try bench.createChannel()
        _ = try bench.follow([id])
        try bench.service.setBroadcastEnabled(false, bundleID: Bench.bundleID)
        for request in [
            bench.channelRequest("POST", body: Bench.settings(1)),
            bench.channelRequest("GET", Bench.listPath), bench.channelRequest("GET", channel: id),
        ] { #expect(bench.manage(request).reason == "FeatureNotEnabled") }
        #expect(bench.sendOnNewConnection(bench.broadcast(id)).reason == "FeatureNotEnabled")
        try bench.service.setBroadcastEnabled(true, bundleID: Bench.bundleID)
        #expect(bench.manage(bench.channelRequest("GET", channel: id)).status == 400)
        #expect(bench.service.channels.followed(by: Bench.deviceID).isEmpty)
        #expect(throws: ServiceError.unknownApp("com.example.none")) {
            try bench.service.setBroadcastEnabled(false, bundleID: "com.example.none")
        }
    }

    @Test func `the endpoint for notifications does not manage channels`() throws {
        var bench = try Bench()
        let response = bench.sendOnNewConnection(
            bench.channelRequest("POST", body: Bench.settings(1)))
        #expect(response.reason == "BadPath")
        #expect(response.status == 404)
    }

    @Test func `channels survive a restart and a reset, and followers survive only a restart`()
        throws
    {
        var bench = try Bench()
        let id = try bench.createChannel()
        _ = try bench.follow([id])
        #expect(
            bench.sendOnNewConnection(bench.broadcast(id, 7, expiration: bench.later)).status == 200
        )
        try bench.service.setBroadcastEnabled(false, bundleID: Bench.otherBundleID)
        let data = try JSONEncoder().encode(bench.service.savedState)
        let saved = try JSONDecoder().decode(PushService.SavedState.self, from: data)
        bench.service = try PushService(saved, tokenCheck: SignedTokenCheck())
        #expect(bench.service.channels.disabledBundleIDs == [Bench.otherBundleID])
        let channel = try #require(
            bench.service.channels.channel(id, of: Bench.bundleID, .sandbox))
        #expect(channel.followers == [Bench.deviceID])
        #expect(channel.storedBroadcast(at: bench.now) != nil)

        bench.service.reset()
        let afterReset = try #require(
            bench.service.channels.channel(id, of: Bench.bundleID, .sandbox))
        #expect(afterReset.followers.isEmpty)
        #expect(afterReset.storedBroadcast(at: bench.now) == nil)
    }

    @Test func `a saved state without channels is read`() throws {
        let bench = try Bench()
        let data = try JSONEncoder().encode(bench.service.savedState)
        var object = try #require(JSONReader.read(data).value.objectValue)
        object["channels"] = nil
        object["appsWithoutBroadcast"] = nil
        let old = Data(JSONWriter.write(.object(object)))
        let saved = try JSONDecoder().decode(PushService.SavedState.self, from: old)
        #expect(
            try PushService(saved, tokenCheck: SignedTokenCheck()).channels.channels(
                of: Bench.bundleID, .sandbox
            ).isEmpty)
    }
}
