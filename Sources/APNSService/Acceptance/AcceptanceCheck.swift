// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// One question that the service asks about a request.
///
/// The checks and their order are data: see ``standardOrder``.
struct AcceptanceCheck: Sendable {
    /// What a check is about. Once all checks of ``Group/credentials`` and ``Group/connection``
    /// have passed, the request counts as one with a valid provider token or certificate.
    enum Group: Sendable {
        case path, credentials, connection, headers, topic, body, token, rate
    }

    let name: String
    let group: Group
    /// Answers the reason to refuse, or `nil` to let the request pass.
    let decide: @Sendable (Inspection, PushService) -> Refusal?

    init(
        _ name: String, _ group: Group,
        _ decide: @escaping @Sendable (Inspection, PushService) -> Refusal?
    ) {
        self.name = name
        self.group = group
        self.decide = decide
    }

    /// The order in which APNs judges a request, as far as it is known.
    ///
    /// Measured: missing credentials win over a malformed token, a missing topic and a body without
    /// `aps`; the method is judged before credentials; the provider token before the device token.
    /// Reported: the device token's environment is judged before its topic. Chosen: everything
    /// else. Apple publishes no order.
    static let standardOrder: [AcceptanceCheck] = [
        .path, .method,
        .certificate, .certificateEnvironment, .providerToken, .expiredConnection,
        .keyEnvironment, .team, .relatedKey, .tokenUpdates,
        .duplicateHeaders, .messageID, .expiration, .priority, .collapseID, .pushType,
        .missingTopic, .badTopic, .topicAllowed,
        .emptyPayload, .payloadSize,
        .missingDeviceToken, .knownDeviceToken, .tokenTopic, .livingToken,
        .tokenRate,
    ]
}

extension AcceptanceCheck {
    /// `BadPath`: the path must be `/3/device/` and one more part. Chosen: an unknown path is
    /// judged before the method.
    static let path = AcceptanceCheck("path", .path) { request, _ in
        request.path == .unknown ? Refusal(.badPath) : nil
    }

    /// `MethodNotAllowed`: POST only. Measured: judged before credentials.
    static let method = AcceptanceCheck("method", .path) { request, _ in
        request.request.method == "POST" ? nil : Refusal(.methodNotAllowed)
    }
}
