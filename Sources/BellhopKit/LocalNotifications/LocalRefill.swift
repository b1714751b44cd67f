// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The result of an update of the system's requests.
public struct LocalRefill: Hashable, Sendable {
    /// Whether notifications are allowed; if not, the plan is kept and nothing is submitted to the
    /// system.
    public var isAllowed = true
    /// The identifiers of the requests submitted to the system.
    public var added: [String] = []
    /// The identifiers of the requests removed from the system because they are not needed now.
    public var removed: [String] = []
    /// Notifications that were due while the system had no room, or while notifications were not
    /// allowed; they are no longer planned. The app may inform the person, or plan them again.
    public var missed: [LocalNotification] = []
    /// The errors of notifications that the system refused, by identifier. These notifications stay
    /// planned and are submitted again later.
    public var failures: [String: LocalNotificationError] = [:]
    /// The number of notifications that wait until the system has room.
    public var waitingCount = 0

    public init() {}
}
