// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// What the kit uses of UIKit and OpenUserNotifications does not have, after Apple's published
// declarations. It serves to type-check; nothing here draws.
public import OpenUserNotifications

extension UIView {
    public enum ContentMode: Int, Sendable {
        case scaleToFill = 0
        case scaleAspectFit = 1
        case scaleAspectFill = 2
    }

    public var contentMode: ContentMode {
        get { .scaleToFill }
        set {}
    }
    public var clipsToBounds: Bool {
        get { false }
        set {}
    }
    public var isUserInteractionEnabled: Bool {
        get { true }
        set {}
    }
}

public enum NSTextAlignment: Int, Sendable {
    case left = 0
    case center = 1
    case right = 2
}

open class UIFont: NSObject {
    public struct TextStyle: Sendable {
        public static let headline = TextStyle()
        public static let subheadline = TextStyle()
        public static let caption1 = TextStyle()
    }

    public class func preferredFont(forTextStyle style: TextStyle) -> UIFont { UIFont() }
}

extension UILabel {
    public var font: UIFont? {
        get { nil }
        set {}
    }
    public var textAlignment: NSTextAlignment {
        get { .left }
        set {}
    }
}
