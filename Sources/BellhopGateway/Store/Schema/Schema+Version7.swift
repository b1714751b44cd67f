// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Version 7: idempotency keys of campaigns, audiences, and sealed secrets.
///
/// The statements are in one list for each purpose.
extension Schema {
    /// - Parameter keys: the master keys with which secrets are sealed; `nil` if there are none. A
    ///   database with secrets then cannot be migrated.
    static func version7(_ keys: MasterKeys?) -> SchemaVersion {
        SchemaVersion(
            number: 7, up: campaignKeys7 + audienceUp7 + sealing7(keys),
            down: sealingBack7(keys) + audienceDown7 + campaignKeysBack7)
    }
}
