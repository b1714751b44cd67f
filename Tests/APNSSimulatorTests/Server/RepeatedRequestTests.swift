// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import HTTP2Core
import Simulation
import Testing

@testable import APNSService
@testable import APNSSimulator

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Requests that repeat earlier requests get the responses of ``AcceptanceCheck/standardOrder``.
struct RepeatedRequestTests {
    /// The number of random requests for each seed; a million in all in the long tests.
    private static let requestCount = 1_000
    private static let seeds: ClosedRange<UInt64> =
        1...(ProcessInfo.processInfo.environment["BELLHOP_LONG"] == nil ? 8 : 1_000)

    @Test(arguments: seeds)
    func `a repeated request has the same response and log entry as a fully checked request`(
        seed: UInt64
    ) throws {
        var model = try TwoServices(seed: seed)
        for number in 0..<Self.requestCount {
            try model.change()
            let request = model.makeRequest()
            let (checked, repeated) = model.send(request)
            #expect(checked == repeated, "request \(number): \(request.headers)")
            guard checked == repeated else { return }
        }
        let (checked, repeated) = model.logs
        #expect(checked == repeated)
        // Both paths were used, and requests were accepted and rejected.
        #expect(model.repeatCount > 0)
        #expect(model.repeatCount < Self.requestCount * 9 / 10)
        #expect(checked.contains { !$0.isAccepted })
    }

    @Test func `other headers may differ, and a request in a different order is fully checked`()
        throws
    {
        var model = try TwoServices(seed: 7)
        var request = model.validRequest
        request.headers.append(.init("traceparent", "00-1"))
        _ = model.send(request)
        _ = model.send(request)
        #expect(model.repeatCount == 1)
        request.headers[request.headers.count - 1].value = "00-2"
        _ = model.send(request)
        #expect(model.repeatCount == 2)
        request.headers.reverse()
        let (checked, repeated) = model.send(request)
        #expect(model.repeatCount == 2)
        #expect(checked == repeated)
    }

    @Test func `the removal of a key affects the next repeated request`() throws {
        var model = try TwoServices(seed: 8)
        _ = model.send(model.validRequest)
        model.apply { $0.removeKey("KEY0000001") }
        let (checked, repeated) = model.send(model.validRequest)
        #expect(repeated.status == 403)
        #expect(checked == repeated)
    }
}

/// Two copies of a service: one checks each request, the other recognizes repeated requests.
private struct TwoServices {
    private static let bundleID = "com.example.app"
    private static let start = Date(timeIntervalSince1970: 1_767_225_600)

    private var checked: PushService
    private var repeating: PushService
    private var checkedConnection = ConnectionState()
    private var repeatingConnection = ConnectionState()
    private var checkedGenerator: SeededGenerator
    private var repeatingGenerator: SeededGenerator
    private var kinds = RepeatedKinds()
    private var random: SeededGenerator
    private var now = Self.start
    private let tokens: [DeviceToken]
    private var authorizations: [String] = []
    private let key: ProviderKey
    private(set) var repeatCount = 0

    init(seed: UInt64) throws {
        key = try ProviderKey.generate(keyID: "KEY0000001", teamID: "BELLHOPDEV")
        var service = PushService(tokenCheck: SignedTokenCheck())
        var generator = SeededGenerator(seed: seed)
        try service.registerKey(
            RegisteredKey(keyID: key.keyID, teamID: key.teamID, publicKey: key.publicKey))
        try service.registerApp(bundleID: Self.bundleID, teamID: key.teamID)
        try service.registerApp(bundleID: "com.example.other", teamID: key.teamID)
        var tokens: [DeviceToken] = []
        for device in ["phone", "tablet", "watch"] {
            try service.registerDevice(device)
            for (bundleID, environment, family) in [
                (Self.bundleID, APNSEnvironment.sandbox, TokenFamily.app),
                (Self.bundleID, .production, .app), ("com.example.other", .sandbox, .app),
                (Self.bundleID, .sandbox, .liveActivity),
            ] {
                tokens.append(
                    try service.registerToken(
                        deviceID: device, bundleID: bundleID, environment: environment,
                        family: family, now: Self.start, using: &generator))
            }
        }
        // More of the usual tokens, so that many requests are accepted.
        self.tokens = tokens + Array(repeating: tokens[0], count: 40)
        checked = service
        repeating = service
        checkedGenerator = generator
        repeatingGenerator = generator
        random = SeededGenerator(seed: seed &* 31)
        authorizations = try [0.0, 600, 3_500, 4_000].map { age in
            try ProviderToken(signedBy: key, issuedAt: Self.start - age).authorizationValue
        }
    }

    var logs: (checked: [ServiceLogEntry], repeated: [ServiceLogEntry]) {
        let query = ServiceLog.Query(countMax: 10_000)
        return (checked.log.entries(query), repeating.log.entries(query))
    }

    mutating func apply(_ change: (inout PushService) throws -> Void) rethrows {
        try change(&checked)
        try change(&repeating)
    }

    /// Lets time pass, and now and then changes a device, a token or an option.
    mutating func change() throws {
        now += Double(random.next() % 3)
        let (seed, time, tokens) = (random.next(), now, tokens)
        switch random.next() % 100 {
        case 0: try apply { _ = try $0.setOnline(seed % 2 == 0, deviceID: "phone", now: time) }
        case 1: try apply { _ = try $0.setSavingPower(seed % 2 == 0, deviceID: "phone", now: time) }
        case 2:
            try apply {
                try $0.setNotificationsEnabled(
                    seed % 2 == 0, bundleID: Self.bundleID, deviceID: "phone")
            }
        case 3 where seed % 4 == 0: apply { $0.options.ignoresCaseOfPushType.toggle() }
        case 4: try apply { try $0.unregister(tokens[4], now: time) }
        case 5:
            checkedConnection = ConnectionState()
            repeatingConnection = ConnectionState()
            kinds = RepeatedKinds()
        default: break
        }
    }

    var validRequest: ServiceRequest {
        ServiceRequest(
            method: "POST", path: APNSHeader.devicePathPrefix + tokens[0].hex,
            headers: [
                .init("authorization", authorizations[0]), .init("apns-topic", Self.bundleID),
                .init("apns-push-type", "alert"), .init("apns-priority", "10"),
            ], body: Array(#"{"aps":{"alert":"Dinner is ready"}}"#.utf8))
    }

    /// Makes a request that differs from a valid one in few places, often in none.
    mutating func makeRequest() -> ServiceRequest {
        var request = validRequest
        request.path = APNSHeader.devicePathPrefix + pick(tokens).hex
        func set(_ name: String, _ value: String?) {
            request.headers.removeAll { $0.name == name }
            if let value { request.headers.append(.init(name, value)) }
        }
        if random.chance(1, outOf: 3) {
            set("apns-id", pick(["4084a6e4-9ea8-4d2a-8a49-9a344a152da7", "x", "4084A6E4", nil]))
        }
        if random.chance(1, outOf: 4) {
            set("apns-expiration", pick(["0", "1867225600", "1", "-1", "1e3", nil]))
        }
        if random.chance(1, outOf: 5) {
            set("apns-collapse-id", pick(["score", "", String(repeating: "é", count: 40), "é"]))
        }
        if random.chance(1, outOf: 25) { set("apns-priority", pick(["5", "1", "010", nil])) }
        if random.chance(1, outOf: 25) {
            set("apns-push-type", pick(["background", "Alert", "voip", "liveactivity", nil]))
        }
        if random.chance(1, outOf: 15) {
            set("apns-topic", pick(["com.example.other", "com.example.none", "", nil]))
        }
        if random.chance(1, outOf: 100) {
            set("authorization", pick(authorizations + ["bearer x"]))
        }
        if random.chance(1, outOf: 15) {
            request.body = pick([
                Array("{}".utf8), [], Array("[1]".utf8), Array(#"{"aps":"#.utf8),
                Array(#"{"a":"\#(String(repeating: "x", count: 4_090))"}"#.utf8),
            ])
        }
        if random.chance(1, outOf: 30) {
            request.path = pick(["/3/device/", "/3/device/zz", "/4"])
        }
        if random.chance(1, outOf: 30) { request.method = "GET" }
        if random.chance(1, outOf: 30) { request.headers.append(.init("apns-priority", "10")) }
        return request
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int(random.next() % UInt64(values.count))]
    }

    /// Sends a request to both services.
    mutating func send(
        _ request: ServiceRequest
    ) -> (checked: ServiceResponse, repeated: ServiceResponse) {
        let expected = checked.handle(
            request, connection: &checkedConnection, environment: .sandbox, now: now,
            using: &checkedGenerator)
        let head = HeaderList(request)
        if let (known, parts) = kinds.read(head, body: request.body),
            let response = repeating.handle(
                parts, like: known, connection: &repeatingConnection, now: now,
                using: &repeatingGenerator)
        {
            repeatCount += 1
            return (expected, ServiceResponse(response))
        }
        let response = repeating.handle(
            request, connection: &repeatingConnection, environment: .sandbox, now: now,
            using: &repeatingGenerator)
        if response.status == 200, kinds.wantsToLearn(),
            let known = repeating.known(
                request, connection: repeatingConnection, environment: .sandbox, now: now)
        {
            kinds.learn(head, known: known)
        }
        return (expected, response)
    }
}

extension HeaderList {
    fileprivate init(_ request: ServiceRequest) {
        self.init()
        let pseudo = [(":method", request.method), (":path", request.path)]
        for (name, value) in pseudo + request.headers.map({ ($0.name, $0.value) }) {
            var (name, value) = (name, value)
            name.withUTF8 { name in
                value.withUTF8 { value in append(name: name.span, value: value.span) }
            }
        }
    }
}

extension ServiceResponse {
    /// The response that a client receives.
    fileprivate init(_ response: RepeatedResponse) {
        var headers = [ServiceRequest.Header(APNSHeader.id, response.id.text)]
        if let unique = response.uniqueID {
            headers.append(.init(APNSHeader.uniqueID, unique.text))
        }
        self.init(
            status: 200, headers: headers, body: [],
            actions: response.delivery.map { [.deliver($0.push, deviceID: $0.deviceID)] } ?? [])
    }
}
