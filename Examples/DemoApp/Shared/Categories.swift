// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The kinds of notification, as payloads name them in `category`.
public enum CategoryID: String, CaseIterable, Sendable {
    case message = "MESSAGE"
    case order = "ORDER"
    case reminder = "REMINDER"
    case event = "EVENT_REMINDER"
    case mail = "MAIL"
    case stop = "STOP"
    case doorbell = "DOORBELL"
}

/// The buttons of those notifications.
public enum ActionID: String, CaseIterable, Sendable {
    case reply = "REPLY"
    case markRead = "MARK_READ"
    case trackOrder = "TRACK_ORDER"
    case snooze = "SNOOZE"
    case done = "DONE"
    case archive = "ARCHIVE"
    case navigate = "NAVIGATE"
    case openDoor = "OPEN_DOOR"
}
