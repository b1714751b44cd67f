// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// A stub of what the kit's views say about their looks, after Apple's published declarations. It
// serves to type-check; nothing here keeps anything.

public import Foundation
public import OpenUserNotifications

extension UIView {
    public enum ContentMode: Int, Sendable { case scaleToFill, scaleAspectFit, scaleAspectFill }

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

extension UILabel {
    public var font: UIFont! {
        get { nil }
        set {}
    }
    public var textAlignment: NSTextAlignment {
        get { .left }
        set {}
    }
}

public enum NSTextAlignment: Int, Sendable { case left, center, right, justified, natural }

public class UIFont: NSObject {
    public struct TextStyle: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let headline = TextStyle(rawValue: "headline")
        public static let subheadline = TextStyle(rawValue: "subheadline")
        public static let caption1 = TextStyle(rawValue: "caption1")
    }

    public class func preferredFont(forTextStyle style: TextStyle) -> UIFont { UIFont() }
}
