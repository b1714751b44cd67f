// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Observation
import UserNotificationsShim

/// The buttons of the sheet with the app's own explanation. The text above them is the
/// ``PermissionReason``.
public struct SoftAskTexts: Hashable, Sendable {
    public var agree: String
    public var decline: String
    /// The VoiceOver hint of the "yes" button: it says that the system asks next.
    public var agreeHint: String

    public init(agree: String, decline: String, agreeHint: String = "") {
        self.agree = agree
        self.decline = decline
        self.agreeHint = agreeHint
    }

    /// The default titles "Turn On Notifications" and "Not Now". The app's string catalog may
    /// translate them.
    public static var usual: SoftAskTexts {
        SoftAskTexts(
            agree: String(localized: "Turn On Notifications"),
            decline: String(localized: "Not Now"),
            agreeHint: String(localized: "The system asks for permission next."))
    }
}

/// The model of the sheet with the app's own explanation.
@MainActor
@Observable
public final class SoftAskModel {
    private let permission: NotificationPermission

    public init(_ permission: NotificationPermission) { self.permission = permission }

    /// The reason for which the sheet is shown. When the person swipes the sheet away, SwiftUI sets
    /// `nil`, which is treated as "Not now". When the sheet closes after a response, `nil` is set
    /// too, but has no effect.
    public var shown: PermissionReason? {
        get { permission.asking }
        set { if newValue == nil { permission.notNow() } }
    }

    public func agree() { permission.yes() }

    public func decline() { permission.notNow() }
}
