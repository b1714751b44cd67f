// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Testing

@testable import APNSService

/// Requests with several errors, and the error that is returned. Each case is one observation about
/// APNs or follows from the order that Bellhop chose.
struct OrderTests {
    enum RequestError: String, Sendable, CaseIterable {
        case path, method, noCredentials, badCredentials, duplicate, badID, noTopic, emptyBody,
            largeBody
        case malformedToken, unknownToken, noToken, otherEnvironment

        func apply(to request: inout ServiceRequest, _ bench: Bench) {
            switch self {
            case .path: request.path = "/1/apps"
            case .method: request.method = "GET"
            case .noCredentials: request.set("authorization", nil)
            case .badCredentials: request.set("authorization", "bearer a.b.c")
            case .duplicate: request.headers.append(.init("apns-id", "x"))
            case .badID: request.set("apns-id", "x")
            case .noTopic: request.set("apns-topic", nil)
            case .emptyBody: request.body = []
            case .largeBody: request.body = [UInt8](repeating: 0x20, count: 5121)
            case .malformedToken: request.path = "/3/device/aaaa"
            case .unknownToken: request.path = "/3/device/" + String(repeating: "0", count: 64)
            case .noToken: request.path = "/3/device/"
            case .otherEnvironment: request.path = "/3/device/" + bench.productionToken.hex
            }
        }
    }

    @Test(arguments: [
        // Measured: missing credentials are reported before a malformed token, a missing topic and
        // a body without aps.
        ([RequestError.malformedToken, .noTopic, .noCredentials], "MissingProviderToken"),
        // Measured: the method is checked before credentials.
        ([.method, .noCredentials], "MethodNotAllowed"),
        // Measured: the provider token is checked before the device token.
        ([.unknownToken, .badCredentials], "InvalidProviderToken"),
        ([.unknownToken, .noCredentials], "MissingProviderToken"),
        // Reported: a valid provider token with an invented device token.
        ([.unknownToken], "BadDeviceToken"),
        // Reported: no device token, with and without credentials.
        ([.noToken], "MissingDeviceToken"), ([.noToken, .noCredentials], "MissingProviderToken"),
        // Reported: the environment of a token is checked before its topic.
        ([.otherEnvironment], "BadDeviceToken"),
        // Chosen by Bellhop.
        ([.path, .method, .noCredentials], "BadPath"),
        ([.badCredentials, .duplicate], "InvalidProviderToken"),
        ([.badID, .duplicate], "DuplicateHeaders"),
        ([.badID, .noTopic], "BadMessageId"), ([.noTopic, .emptyBody], "MissingTopic"),
        ([.emptyBody, .unknownToken], "PayloadEmpty"),
        ([.largeBody, .malformedToken], "PayloadTooLarge"),
    ])
    func `of several errors, the error that APNs checks first is returned`(
        _ errors: [RequestError], reason: String
    ) throws {
        var bench = try Bench()
        var request = bench.validRequest
        for error in errors { error.apply(to: &request, bench) }
        #expect(bench.send(request).reason == reason)
    }

    @Test
    func `a token of the other environment and another topic is rejected with BadDeviceToken`()
        throws
    {
        var bench = try Bench()
        let request = bench.request { request in
            request.path = "/3/device/" + bench.productionToken.hex
            request.set("apns-topic", Bench.otherBundleID)
        }
        #expect(bench.send(request).reason == "BadDeviceToken")
        #expect(bench.send(request, environment: .production).reason == "DeviceTokenNotForTopic")
    }

    @Test func `if the order of the checks is reversed, the error of the last check is returned`()
        throws
    {
        var bench = try Bench(checks: AcceptanceCheck.standardOrder.reversed())
        let request = bench.request { request in
            request.path = "/3/device/aaaa"
            request.set("authorization", nil)
        }
        #expect(bench.send(request).reason == "BadDeviceToken")
        #expect(bench.send(bench.validRequest).status == 200)
    }

    @Test func `every check has its own name, and the groups are in the order of the reference`() {
        let checks = AcceptanceCheck.standardOrder
        #expect(Set(checks.map(\.name)).count == checks.count)
        var groups: [AcceptanceCheck.Group] = []
        for check in checks where groups.last != check.group { groups.append(check.group) }
        #expect(
            groups == [.path, .credentials, .connection, .headers, .topic, .body, .token, .rate])
    }
}
