// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// One instance of an app's interface. Available since iOS 13.0.
@preconcurrency @MainActor
open class UIScene: UIResponder {
    /// The activation state of a scene.
    public enum ActivationState: Int, Sendable {
        /// The scene is not connected.
        case unattached = -1
        /// The scene is in the foreground and receives events.
        case foregroundActive = 0
        /// The scene is in the foreground, but does not receive events.
        case foregroundInactive = 1
        /// The scene is in the background.
        case background = 2
    }

    /// The scene's session.
    public let session: UISceneSession
    /// The delegate for the scene's life cycle.
    public var delegate: (any UISceneDelegate)?
    /// The scene's activation state.
    public package(set) var activationState: ActivationState = .unattached
    /// The title in the app switcher.
    public var title: String!
    /// The subtitle in the app switcher. Available since iOS 15.0.
    public var subtitle = ""
    /// The conditions under which the scene is activated.
    public var activationConditions = UISceneActivationConditions()

    /// Creates a scene. Only the system calls this initializer.
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
    /// Posted when a scene connects. Never posted here.
    public nonisolated static let willConnectNotification = name("WillConnect")
    /// Posted after a scene disconnected. Never posted here.
    public nonisolated static let didDisconnectNotification = name("DidDisconnect")
    /// Posted after a scene became active. Never posted here.
    public nonisolated static let didActivateNotification = name("DidActivate")
    /// Posted before a scene becomes inactive. Never posted here.
    public nonisolated static let willDeactivateNotification = name("WillDeactivate")
    /// Posted before a scene enters the foreground. Never posted here.
    public nonisolated static let willEnterForegroundNotification = name("WillEnterForeground")
    /// Posted after a scene entered the background. Never posted here.
    public nonisolated static let didEnterBackgroundNotification = name("DidEnterBackground")

    private nonisolated static func name(_ event: String) -> Notification.Name {
        Notification.Name("UIScene\(event)Notification")
    }
}

/// The conditions under which a scene is activated. Available since iOS 13.0. A phone has one
/// scene, so the conditions have no effect.
@preconcurrency @MainActor
public final class UISceneActivationConditions: NSObject {
    /// A predicate that matches the content that the scene can show. The property exists so that
    /// app code can set a predicate; predicates written as text require Objective-C.
    public var canActivateForTargetContentIdentifierPredicate = NSPredicate(value: true)
    /// A predicate that matches the content that the scene prefers to show.
    public var prefersToActivateForTargetContentIdentifierPredicate = NSPredicate(value: false)
}
