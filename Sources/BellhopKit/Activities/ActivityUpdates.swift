// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if os(iOS) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
import Foundation
import UserNotificationsShim

/// How updates reach a Live Activity that the app started.
public enum ActivityUpdates: Hashable, Sendable {
    /// Only the app sends updates.
    case byApp
    /// Updates are pushes to the activity's own token.
    case byToken
    /// Updates are broadcasts, which all subscribers of a channel receive. Available since iOS 18.
    ///
    /// - Parameter id: the channel's identifier in base64. APNs assigned the identifier when the
    ///   server created the channel ("Sending channel management requests to APNs").
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

/// An error that the kit defines; the system's errors are of type `ActivityAuthorizationError`.
public enum ActivityTrackerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Channels require iOS 18 or later.
    case channelsNeedNewerSystem

    public var description: String {
        switch self {
        case .channelsNeedNewerSystem:
            "channels require iOS 18. On older systems, start the Live Activity with a token."
        }
    }
}
#endif
