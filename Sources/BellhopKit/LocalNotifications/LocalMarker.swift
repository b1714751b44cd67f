// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation

/// What a planned notification carries beside the app's data, so that the schedule knows its own
/// requests again, and can plan one anew from what is shown or pending.
struct LocalMarker: Hashable, Sendable, Codable {
    /// The key in the user information.
    static let key = "bellhop_local"

    /// ``PlannedRequest/fingerprint``.
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

    /// Reads it; `nil` for notifications of others.
    init?(_ userInfo: [AnyHashable: Any]) {
        // A push cannot speak for the app.
        guard userInfo["aps"] == nil, let text = userInfo[Self.key] as? String,
            let marker = try? JSONDecoder().decode(LocalMarker.self, from: Data(text.utf8))
        else { return nil }
        self = marker
    }

    /// As it stands in the user information.
    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
