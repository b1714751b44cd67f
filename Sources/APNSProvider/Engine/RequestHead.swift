// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire

/// The header section of a request as values, in the order in which it is sent: pseudo-headers,
/// `authorization`, the request's own fields, `content-length`.
struct RequestHead: Hashable, Sendable {
    /// One header, and whether the connection's header table may remember it (RFC 7541 section
    /// 6.2).
    struct Field: Hashable, Sendable {
        let name: String
        let value: String
        /// False for what differs from request to request and would only push useful rows out of
        /// the table. Apple asks for `:path` never to be indexed ("Sending notification requests to
        /// APNs").
        let isIndexable: Bool
    }

    let fields: [Field]

    /// Headers whose values hardly ever repeat.
    private static let changingNames: Set<String> = [
        ":path", APNSHeader.id, APNSHeader.expiration, APNSHeader.collapseID, "content-length",
    ]

    init(_ request: PushRequest, authority: String, token: ProviderToken) {
        var pairs: [(name: String, value: String)] = [
            (":method", "POST"), (":scheme", "https"), (":authority", authority),
            (":path", request.path), (APNSHeader.authorization, token.authorizationValue),
        ]
        pairs += request.headerFields
        pairs.append(("content-length", String(request.body.count)))
        fields = pairs.map {
            Field(
                name: $0.name, value: $0.value, isIndexable: !Self.changingNames.contains($0.name))
        }
    }
}
