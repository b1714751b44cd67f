// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What a look at the plan changed.
public struct LocalRefill: Hashable, Sendable {
    /// Whether notifications are allowed; if not, the plan waits and nothing is handed over.
    public var isAllowed = true
    /// The identifiers of what the system got.
    public var added: [String] = []
    /// The identifiers of what the system had and does not need now.
    public var removed: [String] = []
    /// What should have come while the system had no room, or while notifications were not allowed;
    /// it is not planned any more. The app may say so, or plan it anew.
    public var missed: [LocalNotification] = []
    /// What the system refused, by identifier; it stays planned and is tried again.
    public var failures: [String: LocalNotificationError] = [:]
    /// How many wait until the system has room.
    public var waitingCount = 0

    public init() {}
}
