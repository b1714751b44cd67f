// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if os(iOS) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
import Foundation
public import UserNotificationsShim

/// A Live Activity that the tracker follows.
public struct TrackedActivity: Hashable, Sendable, Identifiable {
    public let id: String
    /// The name of its attributes type, as pushes give it.
    public let attributesType: String
    /// Where it stands.
    public internal(set) var state: ActivityState
    /// Whether the server was told its token.
    public internal(set) var hasToken = false

    /// Whether it still takes updates (rule `LA-10`).
    public var isLive: Bool { state.isLive }
}

extension ActivityState {
    var isLive: Bool { self != .ended && self != .dismissed }
}
#endif
