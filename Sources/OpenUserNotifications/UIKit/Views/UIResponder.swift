// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An object that responds to events. Available since iOS 2.0. Here, the class is only the root of
/// UIKit's classes and receives no events.
@preconcurrency @MainActor
open class UIResponder: NSObject, UIUserActivityRestoring {
    /// Creates a responder.
    public override init() { super.init() }

    /// The activity that the person can continue on another device.
    open var userActivity: NSUserActivity?

    /// The text by which VoiceOver names this object.
    open var accessibilityLabel: String?
    /// The text by which VoiceOver explains the use of this object.
    open var accessibilityHint: String?
    /// The identifier by which tests find this object.
    open var accessibilityIdentifier: String?
    /// The language in which VoiceOver speaks the texts of this object.
    open var accessibilityLanguage: String?
    /// Whether VoiceOver can select this object.
    open var isAccessibilityElement = false
    /// The text that VoiceOver speaks for the value of this object.
    open var accessibilityValue: String?
    /// Whether this object keeps its colors when the person inverts colors.
    open var accessibilityIgnoresInvertColors = false

    /// The next responder; always `nil`.
    open var next: UIResponder? { nil }
    /// Whether this object can become the first responder.
    open var canBecomeFirstResponder: Bool { false }
    /// Whether this object is the first responder.
    open var isFirstResponder: Bool { false }

    /// Makes this object the first responder; always returns `false` here, because there is no
    /// keyboard.
    @discardableResult
    open func becomeFirstResponder() -> Bool { false }

    /// Gives up the status as first responder. Has no effect here.
    @discardableResult
    open func resignFirstResponder() -> Bool { true }

    /// Continues an activity. Has no effect here.
    open func restoreUserActivityState(_ userActivity: NSUserActivity) {}

    /// Builds the menus of a Mac or a tablet; never called here.
    open func buildMenu(with builder: any UIMenuBuilder) {}
}

extension UIResponder {
    /// Posted before the keyboard appears. Never posted here.
    public nonisolated static let keyboardWillShowNotification = Notification.Name(
        "UIKeyboardWillShowNotification")
    /// Posted after the keyboard appeared. Never posted here.
    public nonisolated static let keyboardDidShowNotification = Notification.Name(
        "UIKeyboardDidShowNotification")
    /// Posted before the keyboard disappears. Never posted here.
    public nonisolated static let keyboardWillHideNotification = Notification.Name(
        "UIKeyboardWillHideNotification")
    /// Posted before the keyboard's frame changes. Never posted here.
    public nonisolated static let keyboardWillChangeFrameNotification = Notification.Name(
        "UIKeyboardWillChangeFrameNotification")
}

/// A builder of menus. Available since iOS 13.0. The phone has no menus.
@preconcurrency @MainActor
public protocol UIMenuBuilder {
    /// Removes a menu.
    func remove(menu removedIdentifier: UIMenu.Identifier)
}

/// A menu. Available since iOS 13.0.
@preconcurrency @MainActor
open class UIMenu: UIMenuElement {
    /// The identifier of a menu.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// Creates an identifier.
        public init(_ rawValue: String) { self.rawValue = rawValue }

        /// The File menu.
        public static let file = Self("com.apple.menu.file")
        /// The Edit menu.
        public static let edit = Self("com.apple.menu.edit")
        /// The Format menu.
        public static let format = Self("com.apple.menu.format")
        /// The Document menu.
        public static let document = Self("com.apple.menu.document")
        /// The View menu.
        public static let view = Self("com.apple.menu.view")
        /// The Window menu.
        public static let window = Self("com.apple.menu.window")
        /// The Help menu.
        public static let help = Self("com.apple.menu.help")
        /// The Services menu.
        public static let services = Self("com.apple.menu.services")
        /// The Toolbar menu.
        public static let toolbar = Self("com.apple.menu.toolbar")
    }

    /// The menu's elements.
    public let children: [UIMenuElement]

    /// Creates a menu.
    public init(title: String = "", image: UIImage? = nil, children: [UIMenuElement] = []) {
        self.children = children
        super.init(title: title, image: image)
    }
}

/// An element of a menu. Available since iOS 13.0.
@preconcurrency @MainActor
open class UIMenuElement: NSObject {
    /// The title.
    public let title: String
    /// The image.
    public let image: UIImage?

    init(title: String, image: UIImage?) {
        self.title = title
        self.image = image
        super.init()
    }
}

/// A menu element that performs an action. Available since iOS 13.0.
@preconcurrency @MainActor
open class UIAction: UIMenuElement {
    private let handler: (UIAction) -> Void

    /// Creates an action.
    public init(
        title: String = "", image: UIImage? = nil, handler: @escaping (UIAction) -> Void
    ) {
        self.handler = handler
        super.init(title: title, image: image)
    }

    /// Performs the action.
    public func performWithSender(_ sender: Any?, target: Any?) { handler(self) }
}
