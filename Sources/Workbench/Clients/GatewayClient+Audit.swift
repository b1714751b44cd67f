// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import GatewayAPI

extension GatewayClient {
    /// Returns a page of the audit log, newest first.
    package func audit(
        app: String? = nil, key: String? = nil, action: String? = nil, after: String? = nil,
        limit: Int
    ) async throws -> AuditList {
        var path = "/v1/audit?limit=\(limit)"
        for (name, value) in [("app", app), ("key", key), ("action", action), ("after", after)] {
            if let value { path += "&\(name)=" + PercentCoding.encode(value) }
        }
        return try read(try await caller.call("GET", path))
    }
}
