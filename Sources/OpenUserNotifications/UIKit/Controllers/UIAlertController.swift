// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A question to the person. Apple: since iOS 8.0. Nobody answers it here.
@preconcurrency @MainActor
open class UIAlertController: UIViewController {
    /// Where the question stands.
    public enum Style: Int, Sendable {
        /// At the bottom.
        case actionSheet = 0
        /// In the middle.
        case alert = 1
    }

    /// What the question says.
    open var message: String?
    /// Where it stands.
    public let preferredStyle: Style
    /// What the person can answer.
    public private(set) var actions: [UIAlertAction] = []
    /// The answer that stands out.
    open var preferredAction: UIAlertAction?
    /// Where the person can type.
    public private(set) var textFields: [UITextField]?
    /// From where it opens, on a tablet: nowhere.
    open var popoverPresentationController: UIPopoverPresentationController? { nil }

    /// A question.
    public convenience init(title: String?, message: String?, preferredStyle: Style) {
        self.init(style: preferredStyle)
        self.title = title
        self.message = message
    }

    private init(style: Style) {
        preferredStyle = style
        super.init(nibName: nil, bundle: nil)
    }

    /// Archives of controllers are not read.
    public required init?(coder: NSCoder) { return nil }

    /// Adds an answer.
    open func addAction(_ action: UIAlertAction) { actions.append(action) }

    /// Adds a place to type.
    open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
        let field = UITextField(frame: .zero)
        configurationHandler?(field)
        textFields = (textFields ?? []) + [field]
    }
}

/// An answer to a question. Apple: since iOS 8.0.
@preconcurrency @MainActor
open class UIAlertAction: NSObject {
    /// What an answer does.
    public enum Style: Int, Sendable {
        /// Something.
        case `default` = 0
        /// Nothing.
        case cancel = 1
        /// Something that cannot be taken back.
        case destructive = 2
    }

    /// Its words.
    public let title: String?
    /// What it does.
    public let style: Style
    /// Whether it can be given.
    open var isEnabled = true
    private let handler: ((UIAlertAction) -> Void)?

    /// An answer.
    public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
        self.title = title
        self.style = style
        self.handler = handler
        super.init()
    }

    /// Gives the answer, for tests: calls the app's handler.
    package func give() { handler?(self) }
}

/// From where something opens, on a tablet. Apple: since iOS 8.0.
@preconcurrency @MainActor
open class UIPopoverPresentationController: NSObject {
    /// The view it points at.
    open var sourceView: UIView?
    /// The part of the view it points at.
    open var sourceRect = CGRect.zero
    /// The button it points at.
    open var barButtonItem: UIBarButtonItem?
    /// The sides it may open on.
    open var permittedArrowDirections = UIRectEdge.all
}

/// What shares something with other apps, of which there are none. Apple: since iOS 6.0.
@preconcurrency @MainActor
open class UIActivityViewController: UIViewController {
    /// Shares items.
    public init(activityItems: [Any], applicationActivities: [Any]? = nil) {
        super.init(nibName: nil, bundle: nil)
    }

    /// Archives of controllers are not read.
    public required init?(coder: NSCoder) { return nil }

    /// From where it opens, on a tablet: nowhere.
    open var popoverPresentationController: UIPopoverPresentationController? { nil }
}
