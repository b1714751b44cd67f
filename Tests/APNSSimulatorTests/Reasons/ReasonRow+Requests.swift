// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import SimulatorHost

// Reasons of notifications for one device that the request, the app or the device causes. Source:
// "Handling notification responses from APNs".
extension ReasonRow {
    static let ofRequests: [ReasonRow] = [
        ReasonRow(.badPath, .request, "another path") { _, request in
            request.path = "/3/devices/\(ReasonScene.Device.alice.token)"
        },
        ReasonRow(.methodNotAllowed, .request, "GET") { _, request in
            request.method = "GET"
            request.body = []
        },
        ReasonRow(.duplicateHeaders, .request, "apns-topic twice") { _, request in
            request.headers.append(("apns-topic", ReasonScene.shop))
        },
        header(.badMessageID, "apns-id", "7"),
        header(.badExpirationDate, "apns-expiration", "tomorrow"),
        header(.badPriority, "apns-priority", "7"),
        ReasonRow(.badPriority, .request, "10 for a background push") { _, request in
            request.set("apns-push-type", "background")
        },
        header(.badCollapseID, "apns-collapse-id", String(repeating: "x", count: 65)),
        header(.invalidPushType, "apns-push-type", "telepathy"),
        header(.missingTopic, "apns-topic", nil),
        header(.badTopic, "apns-topic", "com example"),
        header(.badTopic, "apns-topic", "com.example.shop.voip"),
        ReasonRow(.payloadEmpty, .request, "no body") { _, request in request.body = [] },
        ReasonRow(.payloadTooLarge, .request, "4097 bytes") { _, request in
            request.body += [UInt8](repeating: 0x20, count: 4097 - request.body.count)
        },
        ReasonRow(.missingDeviceToken, .request, "nothing after /3/device/") { _, request in
            request.path = "/3/device/"
        },
        ReasonRow(.badDeviceToken, .request, "not a token") { _, request in
            request.path = "/3/device/aaaa"
        },
        ReasonRow(.badDeviceToken, .request, "a token that no device has") { _, request in
            request.path = "/3/device/" + String(repeating: "0", count: 64)
        },
    ]

    static let ofApps: [ReasonRow] = [
        ReasonRow(.topicDisallowed, .app, "an unknown app") { _, request in
            request.set("apns-topic", "com.example.unknown")
        },
        ReasonRow(.topicDisallowed, .app, "an app of another team") { _, request in
            request.set("apns-topic", ReasonScene.foreign)
        },
        ReasonRow(.topicDisallowed, .app, "an app without the push capability") { _, request in
            request.set("apns-topic", ReasonScene.quiet)
        },
        ReasonRow(.topicDisallowed, .configuration, "an app that was registered too late") {
            _, request in
            request.set("apns-topic", "com.example.late")
        }.with { row in
            row.configuration = "service: {binds_connections_to_apps: true}"
            row.before = { scene, client in
                _ = try await scene.push(over: client)
                _ = try await scene.host.addSenderApp(
                    .init(bundleID: "com.example.late", teamID: "TEAM123456"))
            }
        },
    ]

    static let ofDevices: [ReasonRow] = [
        ReasonRow(.badDeviceToken, .device, "a token of the other environment") { _, request in
            request.path = "/3/device/" + ReasonScene.Device.production.token
        },
        ReasonRow(.deviceTokenNotForTopic, .device, "the token of another app") { _, request in
            request.path = "/3/device/" + ReasonScene.Device.reader.token
        },
        ReasonRow(.unregistered, .device, "the app was deleted") { _, request in
            request.path = "/3/device/" + ReasonScene.Device.unregistered.token
        }.with { $0.timestamp = ReasonScene.endMilliseconds },
        ReasonRow(.expiredToken, .device, "the token expired") { _, request in
            request.path = "/3/device/" + ReasonScene.Device.expired.token
        }.with { $0.timestamp = ReasonScene.endMilliseconds },
        ReasonRow(.tooManyRequests, .configuration, "the third push in a minute").with { row in
            row.configuration = "service: {token_rate_limit: {count_max: 2, seconds: 60}}"
            row.before = { scene, client in
                for _ in 1...2 { _ = try await scene.push(over: client) }
            }
        },
    ]

    /// Reasons that no request, key, app or clock causes at the simulator.
    static let ofFaults: [ReasonRow] = ReasonRequest.Kind.allCases.flatMap { kind in
        let reasons: [RejectionReason] = [
            .tooManyRequests, .internalServerError, .serviceUnavailable, .shutdown,
        ]
        return reasons.map { fault($0, kind) }
    }
}
