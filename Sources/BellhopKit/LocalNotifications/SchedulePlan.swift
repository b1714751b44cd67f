// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// All local notifications of an app that are still to come, also those for which the system has
/// no room yet.
struct SchedulePlan: Hashable, Sendable, Codable {
    /// A notification and what the system knows of it.
    struct Entry: Hashable, Sendable, Codable {
        /// ``LocalTrigger/after(_:)`` has become ``LocalTrigger/at(_:)`` here.
        var notification: LocalNotification
        var plannedAt: Date
        var handedOver: HandedOver?

        enum CodingKeys: String, CodingKey {
            case notification
            case plannedAt = "planned_at"
            case handedOver = "handed_over"
        }
    }

    /// What the system was given.
    struct HandedOver: Hashable, Sendable, Codable {
        /// ``PlannedRequest/fingerprint``.
        var fingerprint: String
        /// When it is due first; `nil` for a place.
        var date: Date?
    }

    /// By identifier.
    var entries: [String: Entry] = [:]
    /// Whether this was ever written. A plan that was not may have been lost, and then what the
    /// system still has belongs into it.
    var isKnown = false

    enum CodingKeys: String, CodingKey {
        case entries
        case isKnown = "is_known"
    }
}

/// A notification as the system gets it.
struct PlannedRequest: Hashable, Sendable, Identifiable {
    var notification: LocalNotification
    var plannedAt: Date
    var due: DueTrigger
    /// Tells whether what the system has is what the plan wants; empty until it is asked for,
    /// because most of a long plan never is.
    private(set) var fingerprint = ""

    var id: String { notification.id }
    var date: Date? { due.date }

    init(notification: LocalNotification, plannedAt: Date, due: DueTrigger) {
        self.notification = notification
        self.plannedAt = plannedAt
        self.due = due
    }

    /// The same with its fingerprint.
    func withFingerprint() -> PlannedRequest {
        guard fingerprint.isEmpty else { return self }
        var request = self
        request.fingerprint = makeFingerprint()
        return request
    }

    private func makeFingerprint() -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let parts = Parts(
            notification: notification, plannedAt: plannedAt, trigger: due.trigger,
            isQuiet: due.isQuiet)
        // Times and places that were checked can be written as JSON.
        let digest = SHA256.hash(data: (try? encoder.encode(parts)) ?? Data(id.utf8))
        return digest.prefix(Self.fingerprintByteCount).map(Self.hex).joined()
    }

    private struct Parts: Codable {
        var notification: LocalNotification
        var plannedAt: Date
        var trigger: SystemTrigger
        var isQuiet: Bool
    }

    private static let fingerprintByteCount = 8

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}

/// What the notification center says, as far as the plan wants to know.
struct SystemRequests: Hashable, Sendable {
    /// The fingerprint of each pending request, by its identifier; `nil` for those of others.
    var pending: [String: String?] = [:]
    /// The fingerprint of each of the schedule's that stands in Notification Center.
    var delivered: [String: String] = [:]

    /// Whether it has something of this identifier.
    func knows(_ id: String) -> Bool { pending[id] != nil || delivered[id] != nil }
}
