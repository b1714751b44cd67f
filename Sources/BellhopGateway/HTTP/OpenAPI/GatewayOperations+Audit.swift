// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import OpenAPI

/// The operation of the audit log.
extension GatewayOperations {
    static let audit: [OpenAPIOperation] = [
        operation(
            .get, "/v1/audit", "The audit log: who changed what, newest first.",
            parameters: [
                .query("app", Schema.string, "Returns only entries about this app."),
                .query("key", Schema.string, "Returns only entries of this API key."),
                .query("action", Schema.string, "Returns only entries with this action."),
            ] + page(), response: Schema.reference("AuditList"), problems: [.unknownKey])
    ]
}

extension OpenAPISchema {
    static let audit: [(name: String, schema: JSONValue)] = [
        (
            "AuditEntry",
            object([
                "number": integer, "at": time, "key": string, "action": string, "app?": string,
                "object?": string, "before?": string, "after?": string, "address?": string,
                "previous": string, "hash": string,
            ])
        ),
        (
            "AuditList",
            object(["entries": list(of: reference("AuditEntry")), "next?": string])
        ),
    ]
}
