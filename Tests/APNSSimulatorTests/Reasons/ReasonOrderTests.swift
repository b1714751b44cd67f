// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSWire
import Testing

/// Requests with two errors, over TLS and HTTP/2: the response names the error that is checked
/// first.
///
/// Measured or reported by others: the method before credentials, credentials before the channel, a
/// malformed device token, a missing topic and the body, the provider token before the device
/// token, the environment of a token before its topic. The rest is Bellhop's choice, in
/// docs/apple-behaviour.md.
@Suite(.timeLimit(.minutes(30)))
struct ReasonOrderTests {
    /// An error of a request. Errors of the same part cannot be combined.
    struct Mistake: Sendable {
        enum Part: Sendable {
            case path, method, authorization, duplicate, id, expiration, priority, collapse
            case pushType, topic, body, channel, rate
        }

        let reason: RejectionReason
        let part: Part
        let apply: @Sendable (ReasonScene, inout ReasonRequest) throws -> Void

        init(
            _ reason: RejectionReason, _ part: Part,
            _ apply: @escaping @Sendable (ReasonScene, inout ReasonRequest) throws -> Void
        ) {
            self.reason = reason
            self.part = part
            self.apply = apply
        }

        static func header(
            _ reason: RejectionReason, _ part: Part, _ name: String, _ value: String?
        ) -> Mistake {
            Mistake(reason, part) { _, request in request.set(name, value) }
        }

        static func path(_ reason: RejectionReason, _ path: String) -> Mistake {
            Mistake(reason, .path) { _, request in request.path = path }
        }

        /// The text of the reason in a response.
        var text: String {
            reason == .badEnvironmentKeyIDInToken ? "BadEnvironmentKeyInToken" : reason.rawValue
        }
    }

    /// The sender's errors, on a connection whose first request used the key CLASSIC001.
    private static let sender: [Mistake] = [
        .header(.missingProviderToken, .authorization, "authorization", nil),
        .header(.invalidProviderToken, .authorization, "authorization", "bearer a.b.c"),
        Mistake(.expiredProviderToken, .authorization) { scene, request in
            request.set("authorization", try scene.authorization(age: 2 * 3600))
        },
        Mistake(.badEnvironmentKeyIDInToken, .authorization) { scene, request in
            request.set("authorization", try scene.authorization("PRODUCT001"))
        },
        // The key of another team.
        Mistake(.invalidProviderToken, .authorization) { scene, request in
            request.set("authorization", try scene.authorization("FOREIGN001"))
        },
        Mistake(.unrelatedKeyIDInToken, .authorization) { scene, request in
            request.set("authorization", try scene.authorization("SHOPONLY01"))
        },
        Mistake(.tooManyProviderTokenUpdates, .authorization) { scene, request in
            request.set("authorization", try scene.authorization(age: 60))
        },
        Mistake(.duplicateHeaders, .duplicate) { _, request in
            request.headers += [("x-first", "1"), ("x-first", "2")]
        },
    ]

    /// The errors of a push in the order of the checks.
    static let ofPushes: [Mistake] =
        [
            .path(.badPath, "/3/devices/aa"),
            Mistake(.methodNotAllowed, .method) { _, request in request.method = "PUT" },
        ] + sender + [
            .header(.badMessageID, .id, "apns-id", "7"),
            .header(.badExpirationDate, .expiration, "apns-expiration", "tomorrow"),
            .header(.badPriority, .priority, "apns-priority", "7"),
            .header(
                .badCollapseID, .collapse, "apns-collapse-id", String(repeating: "x", count: 65)),
            .header(.invalidPushType, .pushType, "apns-push-type", "telepathy"),
            .header(.missingTopic, .topic, "apns-topic", nil),
            .header(.badTopic, .topic, "apns-topic", "com example"),
            .header(.topicDisallowed, .topic, "apns-topic", ReasonScene.foreign),
            Mistake(.payloadEmpty, .body) { _, request in request.body = [] },
            Mistake(.payloadTooLarge, .body) { _, request in
                request.body = [UInt8](repeating: 0x20, count: 4097)
            },
            .path(.missingDeviceToken, "/3/device/"),
            .path(.badDeviceToken, "/3/device/aaaa"),
            .path(.deviceTokenNotForTopic, "/3/device/\(ReasonScene.Device.reader.token)"),
            .path(.unregistered, "/3/device/\(ReasonScene.Device.unregistered.token)"),
            .path(.expiredToken, "/3/device/\(ReasonScene.Device.expired.token)"),
            // The valid request is already the second request of its device.
            Mistake(.tooManyRequests, .rate) { _, _ in },
        ]

    static let ofBroadcasts: [Mistake] =
        [Mistake(.methodNotAllowed, .method) { _, request in request.method = "GET" }]
        + sender + [
            .header(.badMessageID, .id, "apns-request-id", "7"),
            .path(.topicDisallowed, "/4/broadcasts/apps/\(ReasonScene.shop).voip"),
            .path(.topicMismatch, "/4/broadcasts/apps/\(ReasonScene.foreign)"),
            .path(.featureNotEnabled, "/4/broadcasts/apps/\(ReasonScene.plain)"),
            .header(.missingChannelID, .channel, "apns-channel-id", nil),
            .header(.badChannelID, .channel, "apns-channel-id", "!"),
            .header(.missingPushType, .pushType, "apns-push-type", nil),
            .header(.badExpirationDate, .expiration, "apns-expiration", "tomorrow"),
            .header(.badPriority, .priority, "apns-priority", "7"),
            Mistake(.payloadEmpty, .body) { _, request in request.body = [] },
            Mistake(.payloadTooLarge, .body) { _, request in
                request.body = [UInt8](repeating: 0x20, count: 5121)
            },
            Mistake(.badRequestPayload, .body) { _, request in request.body = [0x20] },
            .header(.channelNotRegistered, .channel, "apns-channel-id", "dHN0LXNyY2gtY2hubA=="),
        ]

    static let ofNewChannels: [Mistake] =
        [
            .path(.badPath, "/1/apps/"),
            Mistake(.methodNotAllowed, .method) { _, request in request.method = "PUT" },
        ] + sender + [
            .header(.badMessageID, .id, "apns-request-id", "7"),
            .path(.topicDisallowed, "/1/apps/\(ReasonScene.shop).voip/channels"),
            .path(.topicMismatch, "/1/apps/\(ReasonScene.foreign)/channels"),
            .path(.featureNotEnabled, "/1/apps/\(ReasonScene.plain)/channels"),
            Mistake(.payloadEmpty, .body) { _, request in request.body = [] },
            Mistake(.badRequestPayload, .body) { _, request in request.body = [0x20] },
            Mistake(.badRequestParams, .body) { _, request in
                request.body = Array(#"{"name":1}"#.utf8)
            },
        ]

    @Test(arguments: [
        (ReasonRequest.Kind.push, ofPushes), (.broadcast, ofBroadcasts),
        (.createChannel, ofNewChannels),
    ])
    func `of two errors, the error that is checked first is returned`(
        kind: ReasonRequest.Kind, mistakes: [Mistake]
    ) async throws {
        let limit = "service: {token_rate_limit: {count_max: 1, seconds: 3600}}"
        try await ReasonScene.run(adding: kind == .push ? limit : "") { scene in
            let channel = kind.namesChannel ? try await scene.createChannel() : nil
            let client = try await scene.connect(.sandbox, kind.endpoint)
            let valid = ReasonRequest(
                kind, authorization: try scene.authorization(), channel: channel)
            #expect(try await valid.send(over: client).status == kind.acceptedStatus)
            for (index, first) in mistakes.enumerated() {
                for second in mistakes[index...] where second.part != first.part {
                    var request = valid
                    // The earlier error is applied last, so that the later error cannot replace it.
                    try second.apply(scene, &request)
                    try first.apply(scene, &request)
                    let response = try await request.send(over: client)
                    #expect(
                        response.text.hasPrefix(#"{"reason":"\#(first.text)""#)
                            && response.status == first.reason.status,
                        "\(first.reason) and \(second.reason): \(response.text)")
                }
            }
            await client.close()
        }
    }

    @Test func `the order of the checks is that of the documentation`() throws {
        let documented = try Documentation.order().filter { !$0.hasPrefix("BadCertificate") }
        var tested = Self.ofPushes.map(\.reason.rawValue)
        // A switch sets the reason for a key of another team, so the documented order omits it.
        tested.remove(at: 6)
        #expect(Array(documented.prefix(5)).sorted() == Array(tested.prefix(5)).sorted())
        #expect(Array(documented.dropFirst(5)) == Array(tested.dropFirst(5)))
    }

    /// What others measured with requests that have more than one error.
    static let measured: [(name: String, kind: ReasonRequest.Kind, reason: RejectionReason)] = [
        ("no credentials, no topic, a malformed token", .push, .missingProviderToken),
        ("GET without credentials", .broadcast, .methodNotAllowed),
        ("no credentials, no channel", .readChannel, .missingProviderToken),
    ]

    @Test(arguments: measured)
    func `a request with several errors gets the reason that others measured`(
        name: String, kind: ReasonRequest.Kind, reason: RejectionReason
    ) async throws {
        try await ReasonScene.run { scene in
            let client = try await scene.connect(.sandbox, kind.endpoint)
            var request = ReasonRequest(kind, authorization: nil)
            request.set("apns-topic", nil)
            if kind == .push { request.path = "/3/device/aaaa" }
            if kind == .broadcast {
                request.method = "GET"
                request.body = []
            }
            let response = try await request.send(over: client)
            #expect(response.text == #"{"reason":"\#(reason)"}"#)
            await client.close()
        }
    }

    @Test(arguments: [
        (ReasonRow.Certificate.expired, RejectionReason.badCertificate),
        (.ofOtherEnvironment, .badCertificateEnvironment),
    ])
    func `a bad certificate is reported before every other error, except path and method`(
        certificate: ReasonRow.Certificate, reason: RejectionReason
    ) async throws {
        let lines = "service: {ends_connection_of_other_environment: false}"
        try await ReasonScene.run(adding: lines) { scene in
            let client = try await scene.connect(certificate: try scene.identity(certificate))
            for (index, mistake) in Self.ofPushes.enumerated() where mistake.part != .authorization
            {
                var request = ReasonRequest(.push, authorization: nil)
                try mistake.apply(scene, &request)
                let response = try await request.send(over: client)
                let expected = index < 2 ? mistake.reason : reason
                #expect(response.text == #"{"reason":"\#(expected)"}"#)
            }
            await client.close()
        }
    }
}
