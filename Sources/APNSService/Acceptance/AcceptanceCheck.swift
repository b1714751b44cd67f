// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// One check of a request by the service.
///
/// The checks and their order are data: see ``standardOrder``.
struct AcceptanceCheck: Sendable {
    /// The subject of a check. Once all checks of ``Group/credentials`` and ``Group/connection``
    /// have passed, the provider token or certificate of the request counts as valid.
    enum Group: Sendable {
        case path, credentials, connection, headers, topic, body, token, rate
    }

    let name: String
    let group: Group
    /// A function that returns the reason to reject the request; `nil` if the request passes the
    /// check.
    let decide: @Sendable (Inspection, PushService) -> Refusal?

    init(
        _ name: String, _ group: Group,
        _ decide: @escaping @Sendable (Inspection, PushService) -> Refusal?
    ) {
        self.name = name
        self.group = group
        self.decide = decide
    }

    /// The order in which APNs checks a request, to the extent that it is known.
    ///
    /// Measurements show that missing credentials take precedence over a malformed token, a missing
    /// topic and a body without `aps`, that the method is checked before the credentials, and that
    /// the provider token is checked before the device token. Developers report that the device
    /// token's environment is checked before its topic. Bellhop chose the rest of the order,
    /// because Apple publishes none.
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
    /// `BadPath`: the path must be `/3/device/` and one more component. Bellhop chose to reject an
    /// unknown path before the method is checked.
    static let path = AcceptanceCheck("path", .path) { request, _ in
        request.path == .unknown ? Refusal(.badPath) : nil
    }

    /// `MethodNotAllowed`: the method must be POST. Measurements show that APNs checks the method
    /// before the credentials.
    static let method = AcceptanceCheck("method", .path) { request, _ in
        request.request.method == "POST" ? nil : Refusal(.methodNotAllowed)
    }
}
