// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation

/// Data that the schedule adds to a planned notification, next to the app's own data. It lets the
/// schedule recognize its requests, and plan them again from shown or pending notifications.
struct LocalMarker: Hashable, Sendable, Codable {
    /// The key in the user information.
    static let key = "bellhop_local"

    /// The request's ``PlannedRequest/fingerprint``.
    var fingerprint: String
    var plannedAt: Date
    var notification: LocalNotification

    enum CodingKeys: String, CodingKey {
        case fingerprint, notification
        case plannedAt = "planned_at"
    }

    init(_ request: PlannedRequest) {
        fingerprint = request.fingerprint
        plannedAt = request.plannedAt
        notification = request.notification
    }

    /// Reads the marker; `nil` for notifications that the schedule did not plan.
    init?(_ userInfo: [AnyHashable: Any]) {
        // A push must not be able to pose as a notification of the app.
        guard userInfo["aps"] == nil, let text = userInfo[Self.key] as? String,
            let marker = try? JSONDecoder().decode(LocalMarker.self, from: Data(text.utf8))
        else { return nil }
        self = marker
    }

    /// The marker as it is stored in the user information.
    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
