// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SQLRetention {
    /// The maximum number of templates that one transaction removes, since a template has up to
    /// `GatewayLimits.templateVersionsMax` versions.
    private static let templatesMax = 10

    /// Removes templates that were archived a long time ago, with their versions. Campaigns have
    /// their own copies of the texts.
    static func purgeTemplates(
        _ db: isolated SQLStore.Connection, _ retention: Retention, now: Date,
        into report: inout PurgeReport
    ) async throws {
        let limit = min(templatesMax, retention.batchRows)
        let old: [Int64] = try await db.rows(
            """
            SELECT no FROM template
            WHERE archived_at < \(oldest(now, retention.templateSeconds))
            ORDER BY archived_at LIMIT \(limit)
            """
        ).firstColumn()
        guard !old.isEmpty else { return }
        let versions = try await db.run(
            "DELETE FROM template_version WHERE template \(in: old)")
        report.add(versions, "template_version", limit: .max)
        let count = try await db.run("DELETE FROM template WHERE no \(in: old)")
        report.add(count, "template", limit: limit)
    }
}
