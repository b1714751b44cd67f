// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A line of the menu on the app's icon. Apple: since iOS 9.0.
public class UIApplicationShortcutItem: NSObject {
    /// What the app calls it.
    public internal(set) var type: String
    /// Its words.
    public internal(set) var localizedTitle: String
    /// The smaller words below.
    public internal(set) var localizedSubtitle: String?
    /// Its image.
    public internal(set) var icon: UIApplicationShortcutIcon?
    /// What the app keeps with it.
    public internal(set) var userInfo: [String: any NSSecureCoding]?
    /// To which content it belongs. Since iOS 13.0.
    public var targetContentIdentifier: Any?

    /// A line with all that can be set.
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

    /// A line with a title.
    public convenience init(type: String, localizedTitle: String) {
        self.init(
            type: type, localizedTitle: localizedTitle, localizedSubtitle: nil, icon: nil)
    }
}

/// A line of the menu that can be changed. Apple: since iOS 9.0.
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

/// The image of a line of the menu. Apple: since iOS 9.0.
public final class UIApplicationShortcutIcon: NSObject, Sendable {
    /// An image that the system has.
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

    /// An image that the system has.
    public init(type: IconType) { super.init() }

    /// An image of the app.
    public init(templateImageName: String) { super.init() }

    /// One of the system's symbols. Since iOS 13.0.
    public init(systemImageName: String) { super.init() }
}
