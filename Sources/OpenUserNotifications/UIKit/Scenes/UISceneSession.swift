// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The system's persistent information about a scene. Available since iOS 13.0.
@preconcurrency @MainActor
public final class UISceneSession: NSObject {
    /// The role of a scene.
    public struct Role: RawRepresentable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The scene shows the app's windows.
        public static let windowApplication = Role(
            rawValue: "UIWindowSceneSessionRoleApplication")
        /// The scene is on an external display. Available since iOS 16.0.
        public static let windowExternalDisplayNonInteractive = Role(
            rawValue: "UIWindowSceneSessionRoleExternalDisplayNonInteractive")
        /// The scene is on a car's screen. Available since iOS 13.0.
        public static let carTemplateApplication = Role(
            rawValue: "CPTemplateApplicationSceneSessionRoleApplication")
    }

    /// The role of the scene.
    public let role: Role
    /// The scene's configuration.
    public let configuration: UISceneConfiguration
    /// The session's identifier.
    public let persistentIdentifier: String
    /// The scene, while it is connected.
    public package(set) weak var scene: UIScene?
    /// The app's data for the session.
    public var userInfo: [String: Any]?
    /// The activity from which the scene's state is restored.
    public var stateRestorationActivity: NSUserActivity?

    package init(
        role: Role = .windowApplication, configuration: UISceneConfiguration,
        persistentIdentifier: String
    ) {
        self.role = role
        self.configuration = configuration
        self.persistentIdentifier = persistentIdentifier
        super.init()
    }
}
