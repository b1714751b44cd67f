// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What the system remembers of a scene. Apple: since iOS 13.0.
@preconcurrency @MainActor
public final class UISceneSession: NSObject {
    /// What a scene is for.
    public struct Role: RawRepresentable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The app's windows.
        public static let windowApplication = Role(
            rawValue: "UIWindowSceneSessionRoleApplication")
        /// A screen beside the phone's. Since iOS 16.0.
        public static let windowExternalDisplayNonInteractive = Role(
            rawValue: "UIWindowSceneSessionRoleExternalDisplayNonInteractive")
        /// A car's screen. Since iOS 13.0.
        public static let carTemplateApplication = Role(
            rawValue: "CPTemplateApplicationSceneSessionRoleApplication")
    }

    /// What the scene is for.
    public let role: Role
    /// How the scene is made.
    public let configuration: UISceneConfiguration
    /// Its name, for as long as the system remembers it.
    public let persistentIdentifier: String
    /// The scene, while it is connected.
    public package(set) weak var scene: UIScene?
    /// What the app keeps with it.
    public var userInfo: [String: Any]?
    /// What the app goes on with when the scene comes back.
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
