// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An alert or action sheet. Available since iOS 8.0. Alerts are not shown here, so no action is
/// chosen.
@preconcurrency @MainActor
open class UIAlertController: UIViewController {
    /// The presentation style.
    public enum Style: Int, Sendable {
        /// The alert is at the bottom of the screen.
        case actionSheet = 0
        /// The alert is in the middle of the screen.
        case alert = 1
    }

    /// The message.
    open var message: String?
    /// The presentation style.
    public let preferredStyle: Style
    /// The actions from which the person can choose.
    public private(set) var actions: [UIAlertAction] = []
    /// The preferred action, which is highlighted.
    open var preferredAction: UIAlertAction?
    /// The text fields.
    public private(set) var textFields: [UITextField]?
    /// The object that determines where the popover appears on a tablet; always `nil` here.
    open var popoverPresentationController: UIPopoverPresentationController? { nil }

    /// Creates an alert controller.
    public convenience init(title: String?, message: String?, preferredStyle: Style) {
        self.init(style: preferredStyle)
        self.title = title
        self.message = message
    }

    private init(style: Style) {
        preferredStyle = style
        super.init(nibName: nil, bundle: nil)
    }

    /// Always returns `nil`: archived controllers are not supported.
    public required init?(coder: NSCoder) { return nil }

    /// Adds an action.
    open func addAction(_ action: UIAlertAction) { actions.append(action) }

    /// Adds a text field.
    open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
        let field = UITextField(frame: .zero)
        configurationHandler?(field)
        textFields = (textFields ?? []) + [field]
    }
}

/// An action of an alert. Available since iOS 8.0.
@preconcurrency @MainActor
open class UIAlertAction: NSObject {
    /// The style of an action.
    public enum Style: Int, Sendable {
        /// The default style.
        case `default` = 0
        /// The action cancels the operation and changes nothing.
        case cancel = 1
        /// The action is destructive.
        case destructive = 2
    }

    /// The action's title.
    public let title: String?
    /// The action's style.
    public let style: Style
    /// Whether the action can be chosen.
    open var isEnabled = true
    private let handler: ((UIAlertAction) -> Void)?

    /// Creates an action.
    public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
        self.title = title
        self.style = style
        self.handler = handler
        super.init()
    }

    /// Calls the app's handler as if the person had chosen the action. This method is for tests.
    package func give() { handler?(self) }
}

/// The controller of a popover. It determines where the popover appears on a tablet. Available
/// since iOS 8.0.
@preconcurrency @MainActor
open class UIPopoverPresentationController: NSObject {
    /// The view at which the popover points.
    open var sourceView: UIView?
    /// The part of the view at which the popover points.
    open var sourceRect = CGRect.zero
    /// The button at which the popover points.
    open var barButtonItem: UIBarButtonItem?
    /// The directions in which the popover may open.
    open var permittedArrowDirections = UIRectEdge.all
}

/// A controller that shares items with other apps. Available since iOS 6.0. There are no other apps
/// here.
@preconcurrency @MainActor
open class UIActivityViewController: UIViewController {
    /// Creates a controller that shares items.
    public init(activityItems: [Any], applicationActivities: [Any]? = nil) {
        super.init(nibName: nil, bundle: nil)
    }

    /// Always returns `nil`: archived controllers are not supported.
    public required init?(coder: NSCoder) { return nil }

    /// The object that determines where the popover appears on a tablet; always `nil` here.
    open var popoverPresentationController: UIPopoverPresentationController? { nil }
}
