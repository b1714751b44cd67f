// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// One instance of an app's interface. Apple: since iOS 13.0.
@preconcurrency @MainActor
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
    public var title: String!
    /// The smaller name below. Since iOS 15.0.
    public var subtitle = ""
    /// What may open it.
    public var activationConditions = UISceneActivationConditions()

    /// Made by the system.
    public required init(session: UISceneSession, connectionOptions: UIScene.ConnectionOptions) {
        self.session = session
        super.init()
    }

    /// Opens a URL.
    public func open(
        _ url: URL, options: Any?, completionHandler completion: ((Bool) -> Void)? = nil
    ) {
        let isOpened = PhoneContext.current.services.open(url)
        completion?(isOpened)
    }
}

extension UIScene {
    /// A scene was made.
    public nonisolated static let willConnectNotification = name("WillConnect")
    /// A scene was given back.
    public nonisolated static let didDisconnectNotification = name("DidDisconnect")
    /// A scene became active.
    public nonisolated static let didActivateNotification = name("DidActivate")
    /// A scene is about to become inactive.
    public nonisolated static let willDeactivateNotification = name("WillDeactivate")
    /// A scene is coming to the foreground.
    public nonisolated static let willEnterForegroundNotification = name("WillEnterForeground")
    /// A scene went to the background.
    public nonisolated static let didEnterBackgroundNotification = name("DidEnterBackground")

    private nonisolated static func name(_ event: String) -> Notification.Name {
        Notification.Name("UIScene\(event)Notification")
    }
}

/// What may open a scene. Apple: since iOS 13.0. A phone has one scene, so it changes nothing.
@preconcurrency @MainActor
public final class UISceneActivationConditions: NSObject {
    /// What it can open. The class exists so that app code can set it; predicates of texts need
    /// Objective-C.
    public var canActivateForTargetContentIdentifierPredicate = NSPredicate(value: true)
    /// What it would rather open than other scenes.
    public var prefersToActivateForTargetContentIdentifierPredicate = NSPredicate(value: false)
}
