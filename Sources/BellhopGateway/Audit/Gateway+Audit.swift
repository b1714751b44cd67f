// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import GatewayAPI

extension Gateway {
    /// Returns a page of the audit log, newest first.
    ///
    /// - Parameters:
    ///   - app: only entries about this app; `nil` for all.
    ///   - key: only entries of this API key; `nil` for all.
    ///   - action: only entries with this action, such as `DELETE /v1/keys/{id}`; `nil` for all.
    ///   - after: `next` of the previous page.
    ///   - limit: 1 to `GatewayLimits.pageEntriesMax`.
    ///   - apps: the apps whose entries the caller may see. A caller that is limited to apps does
    ///     not see entries that concern no app.
    /// - Throws: `Problem` if the app is not permitted, or `after` is not a value of `next`.
    public func audit(
        app: String? = nil, key: String? = nil, action: String? = nil, after: String? = nil,
        limit: Int = GatewayLimits.pageEntriesDefault, within apps: AppLimit = .none
    ) async throws -> AuditList {
        guard let store = store as? SQLStore else {
            throw Problem(
                .routeNotFound,
                "this gateway's storage has no audit log; start the gateway with SQLite or "
                    + "PostgreSQL")
        }
        if let app { try apps.check(app) }
        var before = Int64.max
        if let after {
            guard let number = Int64(after) else {
                throw Problem(
                    .badQuery,
                    "\"after\" is not a position; send the \"next\" of the previous page",
                    keyPath: "after")
            }
            before = number
        }
        let limit = max(1, min(limit, GatewayLimits.pageEntriesMax))
        let entries = try await store.audit(
            before: before, limit: limit + 1, app: app, key: key, action: action, within: apps)
        let shown = Array(entries.prefix(limit))
        return AuditList(
            entries: shown,
            next: entries.count > limit ? shown.last.map { "\($0.number)" } : nil)
    }
}
