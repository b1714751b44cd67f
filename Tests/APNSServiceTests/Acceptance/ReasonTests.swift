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

/// Wrong requests for each reason.
struct ReasonTests {
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

        var testDescription: String { "\(reason): \(name)" }
    }

    static func header(_ reason: String, _ name: String, _ value: String?) -> Case {
        Case(reason, "\(name) \(value ?? "absent")") { request, _ in request.set(name, value) }
    }

    static func path(_ reason: String, _ path: String) -> Case {
        Case(reason, path) { request, _ in request.path = path }
    }

    static let cases: [Case] = [
        path("BadPath", "/"), path("BadPath", ""), path("BadPath", "/3/device"),
        path("BadPath", "/3/devices/aa"),
        path("BadPath", "/3/device//aa"), path("BadPath", "/3/device/aa/"),
        path("BadPath", "/4/device/aa"),
        Case("MethodNotAllowed", "GET") { request, _ in request.method = "GET" },
        Case("MethodNotAllowed", "post") { request, _ in request.method = "post" },
        header("MissingProviderToken", "authorization", nil),
        header("MissingProviderToken", "authorization", "Basic YWxleDpzZWNyZXQ="),
        header("InvalidProviderToken", "authorization", "bearer x.y.z"),
        header("MissingProviderToken", "authorization", "bearer"),
        Case("InvalidProviderToken", "cut signature") { request, bench in
            request.set("authorization", String(bench.authorization.dropLast(8)))
        },
        Case("InvalidProviderToken", "unknown key") { request, bench in
            let key = try? ProviderKey.generate(keyID: "KEY0000009", teamID: "BELLHOPDEV")
            request.set("authorization", key.flatMap { try? bench.authorization($0) })
        },
        Case("InvalidProviderToken", "another key of the same name") { request, bench in
            let key = try? ProviderKey.generate(keyID: "KEY0000001", teamID: "BELLHOPDEV")
            request.set("authorization", key.flatMap { try? bench.authorization($0) })
        },
        Case("InvalidProviderToken", "61 minutes ahead") { request, bench in
            request.set("authorization", try? bench.authorization(bench.key, age: -3660))
        },
        Case("ExpiredProviderToken", "61 minutes old") { request, bench in
            request.set("authorization", try? bench.authorization(bench.key, age: 3660))
        },
        Case("DuplicateHeaders", "two topics") { request, _ in
            request.headers.append(.init("apns-topic", "com.example.app"))
        },
        Case("DuplicateHeaders", "two headers of no meaning") { request, _ in
            request.headers += [.init("x-a", "1"), .init("x-a", "2")]
        },
        header("BadMessageId", "apns-id", "7"), header("BadMessageId", "apns-id", ""),
        header("BadMessageId", "apns-id", "4084a6e4-9ea8-4d2a-8a49-9a344a152da"),
        header("BadMessageId", "apns-id", "4084a6e4-9ea8-4d2a-8a49-9a344a152da7x"),
        header("BadMessageId", "apns-id", "4084a6e49ea84d2a8a499a344a152da7"),
        header("BadExpirationDate", "apns-expiration", "tomorrow"),
        header("BadExpirationDate", "apns-expiration", ""),
        header("BadExpirationDate", "apns-expiration", "-1"),
        header("BadExpirationDate", "apns-expiration", "1.5"),
        header("BadExpirationDate", "apns-expiration", "+5"),
        header("BadExpirationDate", "apns-expiration", "99999999999999999999"),
        header("BadPriority", "apns-priority", "0"), header("BadPriority", "apns-priority", "7"),
        header("BadPriority", "apns-priority", "010"), header("BadPriority", "apns-priority", "05"),
        header("BadPriority", "apns-priority", "high"), header("BadPriority", "apns-priority", ""),
        Case("BadPriority", "10 for background") { request, _ in
            request.set("apns-push-type", "background")
        },
        header("BadCollapseId", "apns-collapse-id", String(repeating: "é", count: 33)),
        header("BadCollapseId", "apns-collapse-id", ""),
        header("InvalidPushType", "apns-push-type", "telepathy"),
        header("InvalidPushType", "apns-push-type", ""),
        header("MissingTopic", "apns-topic", nil), header("MissingTopic", "apns-topic", ""),
        header("BadTopic", "apns-topic", "com example"),
        header("BadTopic", "apns-topic", "com.example.app.voip"),
        Case("BadTopic", "voip without suffix") { request, _ in
            request.set("apns-push-type", "voip")
        },
        header("TopicDisallowed", "apns-topic", "com.example.unknown"),
        Case("TopicDisallowed", "mdm by provider token") { request, _ in
            request.set("apns-push-type", "mdm")
        },
        Case("PayloadEmpty", "no body") { request, _ in request.body = [] },
        Case("PayloadTooLarge", "4097 bytes") { request, _ in
            request.body = [UInt8](repeating: 0x20, count: 4097)
        },
        path("MissingDeviceToken", "/3/device/"),
        path("BadDeviceToken", "/3/device/aaaa"), path("BadDeviceToken", "/3/device/zz"),
        path("BadDeviceToken", "/3/device/" + String(repeating: "0", count: 64)),
        path("BadDeviceToken", "/3/device/" + String(repeating: "a", count: 63)),
        path("BadDeviceToken", "/3/device/" + String(repeating: "ab", count: 201)),
        Case("BadDeviceToken", "the other environment's token") { request, bench in
            request.path = "/3/device/" + bench.productionToken.hex
        },
        header("DeviceTokenNotForTopic", "apns-topic", "com.example.other"),
        Case("DeviceTokenNotForTopic", "voip to the app's token") { request, _ in
            request.set("apns-push-type", "voip")
            request.set("apns-topic", "com.example.app.voip")
        },
    ]

    @Test(arguments: cases)
    func `an invalid request is rejected with the reason of the table`(_ wrong: Case) throws {
        var bench = try Bench()
        var request = bench.validRequest
        wrong.change(&request, bench)
        let response = bench.send(request)
        #expect(response.reason == wrong.reason)
        #expect(response.status == RejectionReason(rawValue: wrong.reason).row?.status)
        #expect(response.header("apns-unique-id") == nil)
        #expect(response.deliveries.isEmpty)
        #expect(bench.lastEntry?.reason?.rawValue == wrong.reason)
        #expect(bench.lastEntry?.explanation.isEmpty == false)
    }

    @Test func `the valid request is accepted, so that each case shows its own error`() throws {
        var bench = try Bench()
        let response = bench.send(bench.validRequest)
        #expect(response.status == 200)
        #expect(response.body.isEmpty)
        #expect(response.deliveries.count == 1)
    }

    struct Accepted: Sendable, CustomTestStringConvertible {
        let name: String
        let change: @Sendable (inout ServiceRequest, Bench) -> Void
        var testDescription: String { name }
    }

    static let accepted: [Accepted] = [
        Accepted(name: "Bearer with a capital") { request, bench in
            request.set("authorization", "B" + bench.authorization.dropFirst())
        },
        Accepted(name: "59 minutes old") { request, bench in
            request.set("authorization", try? bench.authorization(bench.key, age: 3540))
        },
        Accepted(name: "59 minutes ahead") { request, bench in
            request.set("authorization", try? bench.authorization(bench.key, age: -3540))
        },
        Accepted(name: "token in capitals") { request, bench in
            request.path = "/3/device/" + bench.sandboxToken.hex.uppercased()
        },
        Accepted(name: "host header and no optional header") { request, bench in
            request.headers = [
                .init("host", "api.sandbox.push.apple.com"),
                .init("authorization", bench.authorization),
                .init("apns-topic", Bench.bundleID),
            ]
        },
        Accepted(name: "4096 bytes") { request, _ in
            request.body += [UInt8](repeating: 0x20, count: 4096 - request.body.count)
        },
        Accepted(name: "collapse id of 64 bytes") { request, _ in
            request.set("apns-collapse-id", String(repeating: "é", count: 32))
        },
        Accepted(name: "priority 1") { request, _ in request.set("apns-priority", "1") },
        Accepted(name: "expiration in the past") { request, _ in
            request.set("apns-expiration", "300")
        },
        Accepted(name: "background without priority") { request, _ in
            request.set("apns-push-type", "background")
            request.set("apns-priority", nil)
        },
        Accepted(name: "push type in capitals") { request, _ in
            request.set("apns-push-type", "Alert")
        },
        Accepted(name: "two cookie headers") { request, _ in
            request.headers += [.init("cookie", "a"), .init("cookie", "b")]
        },
    ]

    @Test(arguments: accepted)
    func `an unusual but valid request is accepted`(_ unusual: Accepted) throws {
        var bench = try Bench()
        var request = bench.validRequest
        unusual.change(&request, bench)
        let response = bench.send(request)
        #expect(response.status == 200)
        #expect(response.reason == nil)
    }

    @Test func `a VoIP push may have 5120 bytes, and one more byte is too large`() throws {
        var bench = try Bench()
        let token = try bench.registerToken(.voip)
        func request(byteCount: Int) -> ServiceRequest {
            bench.request { request in
                request.path = "/3/device/" + token.hex
                request.set("apns-push-type", "voip")
                request.set("apns-topic", "com.example.app.voip")
                request.body = Array("{}".utf8) + [UInt8](repeating: 0x20, count: byteCount - 2)
            }
        }
        let (fits, tooLarge) = (request(byteCount: 5120), request(byteCount: 5121))
        #expect(bench.send(fits).status == 200)
        #expect(bench.send(tooLarge).reason == "PayloadTooLarge")
    }

    @Test func `Live Activity tokens have 80 bytes and accept only Live Activity pushes`() throws {
        var bench = try Bench()
        let token = try bench.registerToken(.liveActivity, instance: "activity-1")
        #expect(token.bytes.count == 80)
        let update = bench.request { request in
            request.path = "/3/device/" + token.hex
            request.set("apns-push-type", "liveactivity")
            request.set("apns-topic", "com.example.app.push-type.liveactivity")
        }
        let alert = bench.request { $0.path = "/3/device/" + token.hex }
        #expect(bench.send(update).status == 200)
        #expect(bench.send(alert).reason == "DeviceTokenNotForTopic")
    }
}
