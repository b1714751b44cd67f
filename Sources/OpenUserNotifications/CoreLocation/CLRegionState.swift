// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Where the phone is in relation to a region. Apple: since iOS 7.0.
public enum CLRegionState: Int, Sendable {
    /// It is not known.
    case unknown = 0
    /// Inside.
    case inside = 1
    /// Outside.
    case outside = 2
}
