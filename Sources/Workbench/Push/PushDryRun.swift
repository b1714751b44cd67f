// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
package import APNSWire
package import Explain

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A description of the request that would be sent, with shortened secrets.
package struct PushDryRun: WorkResult, Sendable {
    private let fields: [(name: String, value: String)]
    private let body: [UInt8]
    /// The headers that were inferred from the payload; `nil` if no headers were inferred.
    private let inferred: [PushInference.Inferred]?

    /// - Parameter now: the time at which the provider token would be signed.
    package init(_ plan: PushPlan, to target: PushTarget, by route: PushRoute, now: Date) throws {
        let push = plan.request
        fields =
            [
                (name: ":method", value: "POST"), (":scheme", "https"),
                (":path", APNSHeader.devicePathPrefix + push.deviceToken.redacted),
                (":authority", target.endpoint.authority),
            ] + (try Self.authorization(route.credential, now: now)) + push.headerFields + [
                ("content-length", String(push.body.count))
            ]
        body = push.body
        inferred = plan.inferred
    }

    init(_ request: BroadcastRequest, to endpoint: Endpoint) {
        fields =
            [
                (name: ":method", value: "POST"), (":path", request.path),
                (":authority", endpoint.authority),
            ] + request.headerFields
        body = request.body
        inferred = nil
    }

    /// Returns the `authorization` header with the shortened provider token. Returns no header if
    /// the credential is a certificate.
    private static func authorization(
        _ credential: SenderCredential, now: Date
    ) throws -> [(name: String, value: String)] {
        guard case .key(let key) = credential else { return [] }
        let token = try ProviderToken(signedBy: key, issuedAt: now)
        let shortened = "\(token.text.prefix(12))… (key \(key.keyID), team \(key.teamID))"
        return [(APNSHeader.authorization, "bearer " + shortened)]
    }

    package func text(width: Int?, paint: @escaping TextPaint) -> String {
        let causes = Dictionary(
            (inferred ?? []).map { ($0.header, $0.because) },
            uniquingKeysWith: { first, _ in first })
        let lines = fields.map { field in
            let cause = causes[field.name].map { paint("  (inferred: \($0))", .dim) } ?? ""
            return "\(field.name.printable): \(field.value.printable)\(cause)"
        }
        return (lines + ["", String(decoding: body, as: UTF8.self)]).joined(separator: "\n")
    }

    package func json() -> JSONObject {
        var object: JSONObject = [
            "dry_run": true,
            "headers": .object(
                JSONObject(fields.map { .init(key: $0.name, value: .string($0.value)) })),
            "body": .string(String(decoding: body, as: UTF8.self)),
        ]
        object["inferred"] = inferred.map { .array($0.map { .string($0.header) }) }
        return object
    }
}
