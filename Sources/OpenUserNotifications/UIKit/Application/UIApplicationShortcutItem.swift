// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A quick action of the app's icon. Available since iOS 9.0.
public class UIApplicationShortcutItem: NSObject {
    /// The app's identifier for the kind of quick action.
    public internal(set) var type: String
    /// The title.
    public internal(set) var localizedTitle: String
    /// The subtitle.
    public internal(set) var localizedSubtitle: String?
    /// The icon.
    public internal(set) var icon: UIApplicationShortcutIcon?
    /// The app's data for the quick action.
    public internal(set) var userInfo: [String: any NSSecureCoding]?
    /// The identifier of the content to which the quick action belongs. Available since iOS 13.0.
    public var targetContentIdentifier: Any?

    /// Creates a quick action with all of its values.
    public init(
        type: String, localizedTitle: String, localizedSubtitle: String?,
        icon: UIApplicationShortcutIcon?, userInfo: [String: any NSSecureCoding]? = nil
    ) {
        self.type = type
        self.localizedTitle = localizedTitle
        self.localizedSubtitle = localizedSubtitle
        self.icon = icon
        self.userInfo = userInfo
        super.init()
    }

    /// Creates a quick action with a title.
    public convenience init(type: String, localizedTitle: String) {
        self.init(
            type: type, localizedTitle: localizedTitle, localizedSubtitle: nil, icon: nil)
    }
}

/// A quick action that can be changed. Available since iOS 9.0.
public final class UIMutableApplicationShortcutItem: UIApplicationShortcutItem {
    public override var type: String {
        get { super.type }
        set { super.type = newValue }
    }
    public override var localizedTitle: String {
        get { super.localizedTitle }
        set { super.localizedTitle = newValue }
    }
    public override var localizedSubtitle: String? {
        get { super.localizedSubtitle }
        set { super.localizedSubtitle = newValue }
    }
    public override var icon: UIApplicationShortcutIcon? {
        get { super.icon }
        set { super.icon = newValue }
    }
    public override var userInfo: [String: any NSSecureCoding]? {
        get { super.userInfo }
        set { super.userInfo = newValue }
    }
}

/// The icon of a quick action. Available since iOS 9.0.
public final class UIApplicationShortcutIcon: NSObject, Sendable {
    /// An icon of the system.
    public enum IconType: Int, Sendable {
        case compose = 0
        case play = 1
        case pause = 2
        case add = 3
        case location = 4
        case search = 5
        case share = 6
        case home = 12
        case message = 17
        case bookmark = 21
        case favorite = 25
    }

    /// Creates an icon of the system.
    public init(type: IconType) { super.init() }

    /// Creates an icon from an image of the app.
    public init(templateImageName: String) { super.init() }

    /// Creates an icon from one of the system's symbols. Available since iOS 13.0.
    public init(systemImageName: String) { super.init() }
}
