// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import HTTPTypes
import Hummingbird

extension GatewayRoutes {
    /// The route of the audit log.
    static var audit: [(path: String, operations: [Operation])] {
        [("/v1/audit", [Operation(.get, .auditRead) { try await $0.audit() }])]
    }
}

extension GatewayCall {
    /// Handles `GET /v1/audit`.
    func audit() async throws -> Response {
        let page = try PageQuery(try query(), also: ["app", "key", "action"])
        return try answer(
            try await gateway.audit(
                app: page.others["app"], key: page.others["key"], action: page.others["action"],
                after: page.after, limit: page.limit ?? GatewayLimits.pageEntriesDefault,
                within: limit))
    }
}
