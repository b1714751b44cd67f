// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSWire

/// The request as it would be sent, with the secrets shortened.
struct DryRun {
    let request: PushPlan
    let target: PushTarget
    let route: PushRoute

    /// The provider token, shortened; nothing with a certificate.
    private var authorization: [(name: String, value: String)] {
        get throws {
            guard case .key(let key) = route.credential else { return [] }
            let token = try ProviderToken(signedBy: key, issuedAt: TimeSource.system.now)
            let shortened = "\(token.text.prefix(12))… (key \(key.keyID), team \(key.teamID))"
            return [(APNSHeader.authorization, "bearer " + shortened)]
        }
    }

    func text(_ format: OutputFormat) throws -> String {
        let push = request.request
        let fields =
            [
                (name: ":method", value: "POST"), (":scheme", "https"),
                (":path", APNSHeader.devicePathPrefix + push.deviceToken.redacted),
                (":authority", target.endpoint.authority),
            ] + (try authorization) + push.headerFields + [
                ("content-length", String(push.body.count))
            ]
        if format == .json {
            let object: JSONObject = [
                "dry_run": true,
                "headers": .object(
                    JSONObject(fields.map { .init(key: $0.name, value: .string($0.value)) })),
                "body": .string(String(decoding: push.body, as: UTF8.self)),
                "inferred": .array(request.inferred.map { .string($0.header) }),
            ]
            return JSONWriter.text(.object(object), style: .indented)
        }
        let inferred = Dictionary(
            request.inferred.map { ($0.header, $0.because) },
            uniquingKeysWith: { first, _ in first })
        let lines = fields.map { field in
            let because =
                inferred[field.name].map { Console.styled("  (inferred: \($0))", .dim) } ?? ""
            return "\(field.name): \(field.value)\(because)"
        }
        return (lines + ["", String(decoding: push.body, as: UTF8.self)]).joined(separator: "\n")
    }
}
