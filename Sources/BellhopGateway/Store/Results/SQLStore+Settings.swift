// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import SQLCore

extension SQLStore {
    /// Changes settings of an app.
    ///
    /// - Returns: the app; `nil` if no setting changes, or there is no such app.
    func change(_ settings: AppSettings, ofApp bundleID: String) async throws -> StoredApp? {
        guard settings != AppSettings() else { return nil }
        return try await write { [secrets] db in
            try await db.run(
                """
                UPDATE app SET
                    receipt_percent = coalesce(\(settings.receiptPercent), receipt_percent),
                    denied_policy = coalesce(\(settings.denied?.rawValue), denied_policy),
                    shadow = coalesce(\(settings.shadow.map { $0 ? 1 : 0 }), shadow)
                WHERE bundle_id = \(bundleID)
                """)
            return try await SQLApps.app(db, bundleID, secrets)
        }
    }
}
