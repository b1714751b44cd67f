// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if os(iOS) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
import Foundation
import UserNotificationsShim

/// How a Live Activity that the app starts receives updates.
public enum ActivityUpdates: Hashable, Sendable {
    /// From the app only.
    case byApp
    /// From pushes to the activity's own token.
    case byToken
    /// From broadcasts, which all subscribers of a channel receive. iOS 18 and later.
    ///
    /// - Parameter id: the channel's identifier in base64. The server got it when it created the
    ///   channel ("Sending channel management requests to APNs").
    case byChannel(id: String)

    /// The push type for ActivityKit.
    ///
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

/// An error of the kit's own; the system's errors are of type `ActivityAuthorizationError`.
public enum ActivityTrackerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Channels are available from iOS 18.
    case channelsNeedNewerSystem

    public var description: String {
        switch self {
        case .channelsNeedNewerSystem:
            "channels require iOS 18. On older systems, start the Live Activity with a token."
        }
    }
}
#endif
