// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if os(iOS) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
import Foundation
import UserNotificationsShim

/// How a Live Activity that the app starts is kept up to date from outside.
public enum ActivityUpdates: Hashable, Sendable {
    /// By the app alone.
    case byApp
    /// By pushes to a token of its own.
    case byToken
    /// By broadcasts to a channel, which all that subscribed to it get. iOS 18 and later.
    ///
    /// - Parameter id: what the server got when it made the channel, in base64 ("Sending channel
    ///   management requests to APNs").
    case byChannel(id: String)

    /// - Throws: ``ActivityTrackerError/channelsNeedNewerSystem``.
    var pushType: PushType? {
        get throws(ActivityTrackerError) {
            switch self {
            case .byApp: return nil
            case .byToken: return .token
            case .byChannel(let id):
                guard #available(iOS 18.0, *) else { throw .channelsNeedNewerSystem }
                return .channel(id)
            }
        }
    }
}

/// What the kit itself refuses; the system's refusals are `ActivityAuthorizationError`.
public enum ActivityTrackerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Channels exist since iOS 18.
    case channelsNeedNewerSystem

    public var description: String {
        switch self {
        case .channelsNeedNewerSystem:
            "channels need iOS 18; start the Live Activity with a token on older systems"
        }
    }
}
#endif
