// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import HTTP2Core
import Simulation

/// A request from its caller's point of view, and its outcome.
struct SimRequest {
    let request: EngineRequest
    /// The header section that the server must see, without `authorization`.
    let fields: [Field]
    let body: [UInt8]
    var submittedAt: EngineTime
    var outcome: EngineOutcome?
    /// The newest provider token at submission; the request is never sent with an older token.
    var tokenNumberMin = 0

    struct Field: Hashable {
        var name: String
        var value: String
    }

    /// Makes a request whose path contains its number.
    init(
        number: Int, profile: SimProfile, now: EngineTime, _ random: inout SeededGenerator
    ) throws {
        submittedAt = now
        if random.thousandths(profile.callChance) {
            let call = Self.call(number, profile, &random)
            request = .call(call)
            body = call.body
            fields =
                [
                    Field(name: ":method", value: call.method),
                    Field(name: ":scheme", value: "https"),
                    Field(name: ":authority", value: profile.settings.authority),
                    Field(name: ":path", value: call.path),
                ] + call.fields.map { Field(name: $0.name, value: $0.value) } + Self.length(body)
        } else {
            let push = try Self.push(number, profile, &random)
            request = .push(push)
            body = push.body
            fields =
                [
                    Field(name: ":method", value: "POST"), Field(name: ":scheme", value: "https"),
                    Field(name: ":authority", value: profile.settings.authority),
                    Field(name: ":path", value: push.path),
                ] + push.headerFields.map { Field(name: $0.name, value: $0.value) }
                + Self.length(body)
        }
    }

    /// The number of a request, from its path.
    static func number(ofPath path: String) -> Int? {
        let digits = path.split(separator: "/").last.map { $0.prefix(16) }
        return digits.flatMap { Int($0, radix: 16) }
    }

    private static func length(_ body: [UInt8]) -> [Field] {
        body.isEmpty ? [] : [Field(name: "content-length", value: String(body.count))]
    }

    private static func makeBody(_ count: Int, _ number: Int) -> [UInt8] {
        SimPattern.bytes(count, from: number)
    }

    private static func push(
        _ number: Int, _ profile: SimProfile, _ random: inout SeededGenerator
    ) throws -> PushRequest {
        var token: [UInt8] = []
        token.append(bigEndian: 0)
        token.append(bigEndian: UInt32(number))
        token += [UInt8](repeating: 0xAB, count: 24)
        let types: [(PushType, String)] = [
            (.alert, "com.example.app"), (.alert, "com.example.other"),
            (.voip, "com.example.app.voip"), (.background, "com.example.app"),
        ]
        let (type, topic) = random.pick(types)
        let count = 2 + random.below(profile.bodyByteCountMax - 1)
        var push = PushRequest(
            deviceToken: try DeviceToken(bytes: token), body: makeBody(count, number),
            topic: Topic(topic), pushType: type)
        push.priority = random.pick([nil, .immediate, .powerAware])
        if random.chance(1, outOf: 3) {
            push.expiration = PushExpiration(epochSeconds: random.below(2_000_000_000))
        }
        if random.chance(1, outOf: 4) { push.collapseID = try? CollapseID("dinner-\(number)") }
        if random.chance(1, outOf: 2) { push.id = .random(using: &random) }
        return push
    }

    private static func call(
        _ number: Int, _ profile: SimProfile, _ random: inout SeededGenerator
    ) -> EngineCall {
        let digits = String(number, radix: 16)
        let path = "/1/apps/" + String(repeating: "0", count: 16 - digits.count) + digits
        let isRead = random.chance(1, outOf: 2)
        // Through a tiny window a long body takes forever.
        let isSlow = profile.opensWindowsSlowly || profile.trouble.contains(.windows)
        let count = isSlow ? profile.bodyByteCountMax : 40_000
        return EngineCall(
            method: isRead ? "GET" : "POST", path: path,
            fields: [("apns-request-id", "r-\(number)")],
            body: isRead ? [] : makeBody(1 + random.below(count), number),
            responseByteCountMax: random.pick([1000, 300_000]))
    }
}

/// A request as a server received it on a stream.
struct SimAttempt {
    let request: Int
    let connection: ConnectionID
    let streamID: StreamID
    /// The number of the provider token in the request.
    var tokenNumber: Int?
    /// Whether the whole request arrived before its stream was reset, so that the request may have
    /// been processed.
    var isWhole = false
    /// Whether the server declared by REFUSED_STREAM or GOAWAY that the request was not processed.
    var isRefused = false
    /// How many bytes of this connection the client must have received to know that the request
    /// was not processed.
    var proofOffset: Int?
    var response: SimResponse?

    var mayHaveBeenProcessed: Bool {
        isWhole && !isRefused && response?.isExpiredToken != true
    }
}

/// The response of a server to a request.
struct SimResponse {
    var status: Int
    var uniqueID: String
    var apnsID: APNSID?
    var body: [UInt8]
    /// Whether the end of the response was sent.
    var isComplete = false
    var isExpiredToken = false
}

/// The record that client, servers and network share.
struct SimRecord {
    var requests: [SimRequest] = []
    var attempts: [SimAttempt] = []
    /// The numbers of provider tokens that servers reject as expired.
    var expiredTokens: Set<Int> = []
    var tokenNumber = 1
    /// Violations by the client.
    var problems: [String] = []

    mutating func addProblem(_ text: String) {
        // The first problems are the most informative.
        if problems.count < 5 { problems.append(text) }
    }

    /// The value of `authorization` with the token of a number.
    static func authorization(_ number: Int) -> String {
        "bearer " + String(repeating: "eyJhbGciOiJFUzI1NiJ9.", count: 8) + "\(number)"
    }

    /// The number of the token in a value of `authorization`.
    static func tokenNumber(_ authorization: String) -> Int? {
        authorization.split(separator: ".").last.flatMap { Int($0) }
    }
}
