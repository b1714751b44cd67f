// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import SQLCore

/// The numbers on apps' icons, as steps of one transaction.
///
/// Each message that counts adds one when it is stored (``SQLInbox/apply(_:_:)``). The number is
/// put into the payload when the delivery is claimed, so the newest number arrives last, whatever
/// the order of the deliveries.
enum SQLBadges {
    /// Sets the number of an installation.
    ///
    /// - Returns: `false` if there is no such installation.
    static func set(
        _ db: isolated SQLStore.Connection, _ badge: Int, ofInstallation id: String
    ) async throws -> Bool {
        try await db.run("UPDATE installation SET badge = \(badge) WHERE id = \(id)") > 0
    }

    /// Returns a stored payload with a number as its badge. The payload is one that the gateway
    /// has made itself, from a form.
    static func body(_ body: [UInt8], badge: Int) throws -> [UInt8] {
        var payload = try Payload(reading: body)
        payload.aps?.badge = badge
        return payload.encoded
    }
}
