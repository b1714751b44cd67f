// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The configuration of a scene. Available since iOS 13.0.
@preconcurrency @MainActor
public final class UISceneConfiguration: NSObject {
    /// The configuration's name in the Info.plist.
    public let name: String?
    /// The role of the scene.
    public let role: UISceneSession.Role
    /// The delegate's class.
    public var delegateClass: AnyClass?
    /// The scene's class.
    public var sceneClass: AnyClass?
    /// The storyboard of the first view controller. The storyboard is not read here.
    public var storyboard: UIStoryboard?

    /// Creates a configuration.
    public init(name: String?, sessionRole: UISceneSession.Role) {
        self.name = name
        role = sessionRole
        super.init()
    }
}
