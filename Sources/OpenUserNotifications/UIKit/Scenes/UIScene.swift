// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One instance of an app's interface. Apple: since iOS 13.0.
@MainActor
open class UIScene: UIResponder {
    /// Where a scene stands.
    public enum ActivationState: Int, Sendable {
        /// Not connected.
        case unattached = -1
        /// In the foreground with the person's attention.
        case foregroundActive = 0
        /// In the foreground, interrupted.
        case foregroundInactive = 1
        /// Not on the screen.
        case background = 2
    }

    /// What the system remembers of it.
    public let session: UISceneSession
    /// Who is told of its life.
    public var delegate: (any UISceneDelegate)?
    /// Where it stands.
    public package(set) var activationState: ActivationState = .unattached
    /// Its name in the app switcher.
    public var title: String?

    /// Made by the system.
    public required init(session: UISceneSession, connectionOptions: UIScene.ConnectionOptions) {
        self.session = session
        super.init()
    }
}
