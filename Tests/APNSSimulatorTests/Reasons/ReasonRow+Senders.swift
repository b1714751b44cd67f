// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSWire
import ControlAPI
import SimulatorHost

// Reasons that the sender causes: keys, provider tokens, certificates and connections. Sources:
// "Establishing a token-based connection to APNs", "Establishing a certificate-based connection to
// APNs".
extension ReasonRow {
    /// The credentials, the same for every kind of request.
    static let ofCredentials: [ReasonRow] = ReasonRequest.Kind.allCases.flatMap { kind in
        [
            token(.missingProviderToken, "no credentials", kind) { _ in nil },
            token(.invalidProviderToken, "a provider token without a key", kind) { _ in
                "bearer a.b.c"
            },
            token(.expiredProviderToken, "a provider token of 61 minutes", kind) { scene in
                try scene.authorization(age: 61 * 60)
            },
            token(
                .tooManyProviderTokenUpdates, "a second provider token", kind, after: "CLASSIC001"
            ) { scene in try scene.authorization(age: 60) },
            certificate(.badCertificate, "an expired certificate", .expired, kind),
            certificate(
                .badCertificate, "a certificate of an unknown authority", .ofUnknownAuthority,
                kind),
            certificate(
                .badCertificateEnvironment, "a certificate of the other environment",
                .ofOtherEnvironment, kind
            ).with { $0.effect = .goAway },
            certificate(
                .badCertificateEnvironment, "the same with a response", .ofOtherEnvironment, kind
            ).with { $0.configuration = "service: {ends_connection_of_other_environment: false}" },
        ]
    }

    static let ofKeys: [ReasonRow] = [
        token(.invalidProviderToken, "a provider token from the future") { scene in
            try scene.authorization(age: -2 * 3600)
        },
        token(.invalidProviderToken, "another team on the connection", after: "CLASSIC001") {
            scene in try scene.authorization("FOREIGN001")
        },
        token(.forbidden, "the same with a switch", after: "CLASSIC001") { scene in
            try scene.authorization("FOREIGN001")
        }.with { row in
            row.cause = .configuration
            row.configuration = "service: {second_team_reason: Forbidden}"
        },
        token(.invalidProviderToken, "a revoked key", after: "REVOKED001") { scene in
            try scene.authorization("REVOKED001")
        }.with { row in
            row.before = { scene, client in
                _ = try await scene.push(over: client, key: "REVOKED001")
                try await scene.host.removeSenderKey("REVOKED001")
            }
        },
        token(.topicDisallowed, "a topic-specific key of another app") { scene in
            try scene.authorization("NEWSONLY01")
        },
        token(
            .unrelatedKeyIDInToken, "a team key, then a topic-specific one", after: "CLASSIC001"
        ) { scene in try scene.authorization("SHOPONLY01") },
        token(
            .unrelatedKeyIDInToken, "a topic-specific key, then a team key", after: "SHOPONLY01"
        ) { scene in try scene.authorization("CLASSIC001") },
        token(
            .unrelatedKeyIDInToken, "a topic-specific key, then an unrelated one",
            after: "SHOPONLY01"
        ) { scene in try scene.authorization("NEWSONLY01") },
        token(.badEnvironmentKeyIDInToken, "a key of the other environment") { scene in
            try scene.authorization("PRODUCT001")
        }.with { $0.spelling = "BadEnvironmentKeyInToken" },
        token(.badEnvironmentKeyIDInToken, "the same in Apple's spelling") { scene in
            try scene.authorization("PRODUCT001")
        }.with {
            $0.configuration = "service: {sends_environment_reason_as_seen_on_wire: false}"
        },
    ]

    static let ofCertificates: [ReasonRow] = [
        certificate(.missingTopic, "several topics and no apns-topic", .ofSeveralTopics, .push)
            .with { row in row.change = { _, request in request.set("apns-topic", nil) } },
        certificate(.topicDisallowed, "a topic that the certificate does not list", .valid, .push)
            .with { row in
                row.change = { _, request in request.set("apns-topic", ReasonScene.news) }
            },
        certificate(.missingDeviceToken, "nothing after /3/device/", .valid, .push)
            .with { row in row.change = { _, request in request.path = "/3/device/" } },
    ]

    /// Reasons in GOAWAY that end a connection.
    static let ofConnections: [ReasonRow] = [
        ReasonRow(.idleTimeout, .clock, "an hour without a request").with { row in
            row.effect = .goAway
            row.before = { scene, client in
                _ = try await scene.push(over: client)
                _ = try await scene.host.advanceClock(ClockAdvanceOrder(seconds: 3601))
            }
        },
        ReasonRow(.idleTimeout, .clock, "five minutes without a valid credential").with { row in
            row.effect = .goAway
            row.before = { scene, client in
                _ = try await client.request("/3/device/aaaa", body: [0x7B, 0x7D])
                _ = try await scene.host.advanceClock(ClockAdvanceOrder(seconds: 301))
            }
        },
        ReasonRow(.shutdown, .control, "GOAWAY on demand").with { row in
            row.effect = .goAway
            row.before = { scene, client in
                _ = try await scene.push(over: client)
                _ = try await scene.host.goAway(GoAwayOrder(reason: .shutdown))
            }
        },
        ReasonRow(.shutdown, .control, "the simulator ends").with { row in
            row.effect = .goAway
            row.endsSimulator = true
            row.before = { scene, client in
                _ = try await scene.push(over: client)
                await scene.host.shutdown()
            }
        },
        ReasonRow(.tooManyRequests, .configuration, "the second rejection in a row").with { row in
            row.effect = .goAway
            row.configuration = "service: {refusals_before_go_away: 2}"
            row.before = { _, client in
                for _ in 1...2 {
                    _ = try await client.request("/3/device/aaaa", body: [0x7B, 0x7D])
                }
            }
        },
    ]

    /// - Parameter first: the key of an accepted request that is sent first on the connection.
    private static func token(
        _ reason: RejectionReason, _ name: String, _ kind: ReasonRequest.Kind = .push,
        after first: String? = nil,
        _ value: @escaping @Sendable (ReasonScene) throws -> String?
    ) -> ReasonRow {
        ReasonRow(reason, .key, name, kind) { scene, request in
            request.set("authorization", try value(scene))
        }.with { row in
            guard let first else { return }
            row.before = { scene, client in
                if kind.endpoint == .notifications {
                    _ = try await scene.push(over: client, key: first)
                } else {
                    _ = try await scene.list(over: client, key: first)
                }
            }
        }
    }

    private static func certificate(
        _ reason: RejectionReason, _ name: String, _ certificate: Certificate,
        _ kind: ReasonRequest.Kind
    ) -> ReasonRow {
        ReasonRow(reason, .certificate, name, kind).with { $0.certificate = certificate }
    }
}
