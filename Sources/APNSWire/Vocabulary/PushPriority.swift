// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// How urgent a notification is: the value of the `apns-priority` header.
///
/// Source: "Sending notification requests to APNs". Without the header, APNs assumes 10.
public enum PushPriority: Int, Hashable, Sendable, Codable, CaseIterable {
    /// 10: immediate delivery.
    case immediate = 10
    /// 5: delivery that considers the device's power; it may be delayed and grouped.
    case powerAware = 5
    /// 1: delivery that puts the device's power above all else and never wakes the device.
    case powerFirst = 1

    /// The priority that APNs assumes when the header is missing.
    public static let assumedWhenAbsent = PushPriority.immediate
}
