// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How a scene is made. Apple: since iOS 13.0.
@preconcurrency @MainActor
public final class UISceneConfiguration: NSObject {
    /// Its name in the Info.plist.
    public let name: String?
    /// What the scene is for.
    public let role: UISceneSession.Role
    /// The delegate's class.
    public var delegateClass: AnyClass?
    /// The scene's class.
    public var sceneClass: AnyClass?
    /// The storyboard of the first controller; it is not read.
    public var storyboard: UIStoryboard?

    /// A configuration.
    public init(name: String?, sessionRole: UISceneSession.Role) {
        self.name = name
        role = sessionRole
        super.init()
    }
}
