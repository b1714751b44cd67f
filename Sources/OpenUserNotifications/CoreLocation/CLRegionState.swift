// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The phone's position relative to a region. Available since iOS 7.0.
public enum CLRegionState: Int, Sendable {
    /// The position is unknown.
    case unknown = 0
    /// The phone is inside the region.
    case inside = 1
    /// The phone is outside the region.
    case outside = 2
}
