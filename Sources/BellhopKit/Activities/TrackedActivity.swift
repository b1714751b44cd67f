// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if os(iOS) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
import Foundation
public import UserNotificationsShim

/// A Live Activity that the tracker follows.
public struct TrackedActivity: Hashable, Sendable, Identifiable {
    public let id: String
    /// The name of the activity's attributes type, as used in pushes.
    public let attributesType: String
    /// The current state.
    public internal(set) var state: ActivityState
    /// Whether the activity's token has been sent to the server.
    public internal(set) var hasToken = false

    /// Whether the activity still accepts updates (rule `LA-10`).
    public var isLive: Bool { state.isLive }
}

extension ActivityState {
    var isLive: Bool { self != .ended && self != .dismissed }
}
#endif
