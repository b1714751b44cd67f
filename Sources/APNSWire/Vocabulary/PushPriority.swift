// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// How urgent a notification is: the value of the `apns-priority` header.
///
/// Source: "Sending notification requests to APNs". Without the header APNs assumes 10.
public enum PushPriority: Int, Hashable, Sendable, Codable, CaseIterable {
    /// 10: send at once.
    case immediate = 10
    /// 5: considers the device's power; delivery may be delayed and grouped.
    case powerAware = 5
    /// 1: gives priority to the device's power over all else; never wakes the device.
    case powerFirst = 1

    /// What APNs assumes when the header is missing.
    public static let assumedWhenAbsent = PushPriority.immediate
}
