// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What takes events. Apple: since iOS 2.0. Here it is only the root of UIKit's classes.
@preconcurrency @MainActor
open class UIResponder: NSObject, UIUserActivityRestoring {
    /// A responder.
    public override init() { super.init() }

    /// What the person does with it, to go on with elsewhere.
    open var userActivity: NSUserActivity?

    /// What is spoken for it.
    open var accessibilityLabel: String?
    /// What is spoken about its use.
    open var accessibilityHint: String?
    /// By what tests find it.
    open var accessibilityIdentifier: String?
    /// The language that is spoken.
    open var accessibilityLanguage: String?
    /// Whether it is spoken of at all.
    open var isAccessibilityElement = false
    /// What is spoken of its state.
    open var accessibilityValue: String?
    /// Whether it keeps its colours when the person turns all colours round.
    open var accessibilityIgnoresInvertColors = false

    /// Who gets events that it does not take: nobody.
    open var next: UIResponder? { nil }
    /// Whether it may take the keyboard.
    open var canBecomeFirstResponder: Bool { false }
    /// Whether it has the keyboard.
    open var isFirstResponder: Bool { false }

    /// Takes the keyboard; there is none.
    @discardableResult
    open func becomeFirstResponder() -> Bool { false }

    /// Gives the keyboard back.
    @discardableResult
    open func resignFirstResponder() -> Bool { true }

    /// Takes up what a person was doing; does nothing here.
    open func restoreUserActivityState(_ userActivity: NSUserActivity) {}

    /// Makes the menus of a Mac or a tablet; never called here.
    open func buildMenu(with builder: any UIMenuBuilder) {}
}

extension UIResponder {
    /// The keyboard is coming. Never posted here.
    public nonisolated static let keyboardWillShowNotification = Notification.Name(
        "UIKeyboardWillShowNotification")
    /// The keyboard has come. Never posted here.
    public nonisolated static let keyboardDidShowNotification = Notification.Name(
        "UIKeyboardDidShowNotification")
    /// The keyboard is going. Never posted here.
    public nonisolated static let keyboardWillHideNotification = Notification.Name(
        "UIKeyboardWillHideNotification")
    /// The keyboard is moving. Never posted here.
    public nonisolated static let keyboardWillChangeFrameNotification = Notification.Name(
        "UIKeyboardWillChangeFrameNotification")
}

/// What makes menus. Apple: since iOS 13.0. The phone has none.
@preconcurrency @MainActor
public protocol UIMenuBuilder {
    /// Takes a menu away.
    func remove(menu removedIdentifier: UIMenu.Identifier)
}

/// A menu. Apple: since iOS 13.0.
@preconcurrency @MainActor
open class UIMenu: UIMenuElement {
    /// A menu's name.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// A name.
        public init(_ rawValue: String) { self.rawValue = rawValue }

        /// The menu of files.
        public static let file = Self("com.apple.menu.file")
        /// The menu of changes.
        public static let edit = Self("com.apple.menu.edit")
        /// The menu of formats.
        public static let format = Self("com.apple.menu.format")
        /// The menu of documents.
        public static let document = Self("com.apple.menu.document")
        /// The menu of views.
        public static let view = Self("com.apple.menu.view")
        /// The menu of windows.
        public static let window = Self("com.apple.menu.window")
        /// The menu of help.
        public static let help = Self("com.apple.menu.help")
        /// The menu of services.
        public static let services = Self("com.apple.menu.services")
        /// The menu of toolbars.
        public static let toolbar = Self("com.apple.menu.toolbar")
    }

    /// What is in it.
    public let children: [UIMenuElement]

    /// A menu.
    public init(title: String = "", image: UIImage? = nil, children: [UIMenuElement] = []) {
        self.children = children
        super.init(title: title, image: image)
    }
}

/// A line of a menu. Apple: since iOS 13.0.
@preconcurrency @MainActor
open class UIMenuElement: NSObject {
    /// Its text.
    public let title: String
    /// Its image.
    public let image: UIImage?

    init(title: String, image: UIImage?) {
        self.title = title
        self.image = image
        super.init()
    }
}

/// A line of a menu that does something. Apple: since iOS 13.0.
@preconcurrency @MainActor
open class UIAction: UIMenuElement {
    private let handler: (UIAction) -> Void

    /// A line of a menu.
    public init(
        title: String = "", image: UIImage? = nil, handler: @escaping (UIAction) -> Void
    ) {
        self.handler = handler
        super.init(title: title, image: image)
    }

    /// Does it.
    public func performWithSender(_ sender: Any?, target: Any?) { handler(self) }
}
