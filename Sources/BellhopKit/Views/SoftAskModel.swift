// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Observation
import UserNotificationsShim

/// The buttons of the sheet that asks in the app's own words. What it says above them is the
/// ``PermissionReason``.
public struct SoftAskTexts: Hashable, Sendable {
    public var agree: String
    public var decline: String
    /// What VoiceOver says of "yes" besides its title, because the system asks next.
    public var agreeHint: String

    public init(agree: String, decline: String, agreeHint: String = "") {
        self.agree = agree
        self.decline = decline
        self.agreeHint = agreeHint
    }

    /// "Turn On Notifications" and "Not Now". The app's string catalogue may translate them.
    public static var usual: SoftAskTexts {
        SoftAskTexts(
            agree: String(localized: "Turn On Notifications"),
            decline: String(localized: "Not Now"),
            agreeHint: String(localized: "The system asks for permission next."))
    }
}

/// What stands behind the sheet that asks in the app's own words.
@MainActor
@Observable
public final class SoftAskModel {
    private let permission: NotificationPermission

    public init(_ permission: NotificationPermission) { self.permission = permission }

    /// What the sheet is up for. A sheet that the person swipes away sets `nil`, which counts as
    /// "Not now"; one that closes after an answer sets `nil` too, which counts for nothing.
    public var shown: PermissionReason? {
        get { permission.asking }
        set { if newValue == nil { permission.notNow() } }
    }

    public func agree() { permission.yes() }

    public func decline() { permission.notNow() }
}
