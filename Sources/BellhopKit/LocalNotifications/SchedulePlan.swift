// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// All of an app's local notifications that are still to be delivered, including those for which
/// the system has no room yet.
struct SchedulePlan: Hashable, Sendable, Codable {
    /// A notification and its state in the system.
    struct Entry: Hashable, Sendable, Codable {
        /// The notification. If its trigger was ``LocalTrigger/after(_:)``, it has been replaced
        /// by ``LocalTrigger/at(_:)``.
        var notification: LocalNotification
        var plannedAt: Date
        var submitted: Submission?

        enum CodingKeys: String, CodingKey {
            case notification
            case plannedAt = "planned_at"
            case submitted = "handed_over"
        }
    }

    /// The request that was submitted to the system.
    struct Submission: Hashable, Sendable, Codable {
        /// The request's ``PlannedRequest/fingerprint``.
        var fingerprint: String
        /// The time at which the request is first due; `nil` for a location.
        var date: Date?
    }

    /// The planned notifications, by identifier.
    var entries: [String: Entry] = [:]
    /// Whether the plan was ever written. If not, an earlier plan may have been lost, so the
    /// plan is made from the requests that are still pending in the system.
    var wasWritten = false

    enum CodingKeys: String, CodingKey {
        case entries
        case wasWritten = "is_known"
    }
}

/// A notification in the form in which the system gets it.
struct PlannedRequest: Hashable, Sendable, Identifiable {
    var notification: LocalNotification
    var plannedAt: Date
    var due: DueTrigger
    /// A hash that shows whether the system's request equals the plan's request. The hash is empty
    /// until it is needed, because it is never needed for most notifications of a long plan.
    private(set) var fingerprint = ""

    var id: String { notification.id }
    var date: Date? { due.date }

    init(notification: LocalNotification, plannedAt: Date, due: DueTrigger) {
        self.notification = notification
        self.plannedAt = plannedAt
        self.due = due
    }

    /// Returns the request with its fingerprint.
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
        // Validated times and locations can always be encoded as JSON.
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

/// The part of the notification center's state that the plan needs.
struct SystemRequests: Hashable, Sendable {
    /// The fingerprint of each pending request, by its identifier; `nil` for requests of other
    /// code.
    var pending: [String: String?] = [:]
    /// The fingerprint of each of the schedule's notifications in Notification Center.
    var delivered: [String: String] = [:]

    /// Returns whether there is a notification with this identifier.
    func knows(_ id: String) -> Bool { pending[id] != nil || delivered[id] != nil }
}
