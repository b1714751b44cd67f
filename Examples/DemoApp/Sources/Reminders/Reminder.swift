// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Something that the person does not want to forget.
struct Reminder: Codable, Hashable, Identifiable, Sendable {
    /// When it is time.
    enum Schedule: Codable, Hashable, Sendable {
        /// Once, after some seconds.
        case after(seconds: Double)
        /// Again and again; at least a minute apart.
        case every(seconds: Double)
        /// Each day at a time of day, wherever the phone is then.
        case daily(hour: Int, minute: Int)
        /// Each year in the morning.
        case birthday(month: Int, day: Int)
        /// Each time the person comes to a place.
        case arriving(Place)
        /// The next time the person leaves a place.
        case leaving(Place)
    }

    /// A circle on the map.
    struct Place: Codable, Hashable, Sendable {
        var name: String
        var latitude: Double
        var longitude: Double
        /// Meters. The system does not notice much smaller circles reliably.
        var radius: Double = 100
    }

    let id: String
    var title: String
    var note: String = ""
    var schedule: Schedule
    /// Whether it may break through a Focus.
    var isUrgent = false
}

// The notification carries its reminder, so that the system's list is the only one.
extension Reminder {
    /// Reads the reminder out of a notification; `nil` when it is none.
    init?(_ userInfo: [AnyHashable: Any]) {
        guard let data = userInfo["definition"] as? Data,
            let reminder = try? JSONDecoder().decode(Reminder.self, from: data)
        else { return nil }
        self = reminder
    }

    /// What the notification carries.
    var userInfo: [AnyHashable: Any] {
        get throws {
            ["reminder": id, "definition": try JSONEncoder().encode(self)]
        }
    }
}

/// Why a reminder was not set.
enum ReminderError: Error, Equatable {
    /// A repeating interval under a minute, or one that is not in the future.
    case tooSoon
    /// No such day or time.
    case noSuchTime
    /// The system keeps 64 requests and drops the others without a word.
    case tooMany
    /// Notifications are off.
    case notAllowed
}
