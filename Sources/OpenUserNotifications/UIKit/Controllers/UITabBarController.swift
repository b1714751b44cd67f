// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// View controllers that are selected with tabs. Available since iOS 2.0.
@preconcurrency @MainActor
open class UITabBarController: UIViewController {
    /// The view controllers.
    open var viewControllers: [UIViewController]? {
        didSet {
            for child in oldValue ?? [] { child.removeFromParent() }
            for child in viewControllers ?? [] { addChild(child) }
        }
    }
    /// The index of the selected view controller.
    open var selectedIndex = 0
    /// The delegate, which is never called here.
    open weak var delegate: (any UITabBarControllerDelegate)?
    /// The tab bar.
    public let tabBar = UITabBar(frame: .zero)

    /// Creates a tab bar controller.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    /// Always returns `nil`: archived controllers are not supported.
    public required init?(coder: NSCoder) { return nil }

    /// The selected view controller.
    open var selectedViewController: UIViewController? {
        get {
            guard let viewControllers, viewControllers.indices.contains(selectedIndex) else {
                return nil
            }
            return viewControllers[selectedIndex]
        }
        set {
            if let index = viewControllers?.firstIndex(where: { $0 === newValue }) {
                selectedIndex = index
            }
        }
    }
}

/// The delegate of a tab bar controller. Available since iOS 3.0.
@preconcurrency @MainActor
public protocol UITabBarControllerDelegate: NSObjectProtocol {}

/// View controllers in columns. Available since iOS 3.2. A phone shows one column at a time.
@preconcurrency @MainActor
open class UISplitViewController: UIViewController {
    /// The style of a split view controller, which determines the number of columns. Available
    /// since iOS 14.0.
    public enum Style: Int, Sendable {
        case unspecified = 0
        case doubleColumn = 1
        case tripleColumn = 2
    }

    /// A column. Available since iOS 14.0.
    public enum Column: Int, Sendable {
        case primary = 0
        case supplementary = 1
        case secondary = 2
        case compact = 3
    }

    /// The arrangement of the columns.
    public enum DisplayMode: Int, Sendable {
        case automatic = 0
        case secondaryOnly = 1
        case oneBesideSecondary = 2
        case oneOverSecondary = 3

        /// The previous name of ``oneBesideSecondary``.
        public static let allVisible = DisplayMode.oneBesideSecondary
    }

    /// The view controllers.
    open var viewControllers: [UIViewController] = []
    /// The app's preferred arrangement of the columns.
    open var preferredDisplayMode = DisplayMode.automatic
    /// The delegate, which is never called here.
    open weak var delegate: (any UISplitViewControllerDelegate)?
    private var columns: [Column: UIViewController] = [:]

    /// Creates a split view controller with a style.
    public init(style: Style) { super.init(nibName: nil, bundle: nil) }

    /// Creates a split view controller.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    /// Always returns `nil`: archived controllers are not supported.
    public required init?(coder: NSCoder) { return nil }

    /// Whether only one column is visible; always `true` on a phone.
    public var isCollapsed: Bool { true }

    /// Sets the view controller of a column.
    open func setViewController(_ vc: UIViewController?, for column: Column) {
        columns[column] = vc
    }

    /// Returns the view controller of a column.
    open func viewController(for column: Column) -> UIViewController? { columns[column] }

    /// Shows a column. Has no effect here.
    open func show(_ column: Column) {}

    /// Shows a view controller in the secondary column.
    open override func showDetailViewController(_ vc: UIViewController, sender: Any?) {
        setViewController(vc, for: .secondary)
    }
}

/// The delegate of a split view controller. Available since iOS 3.2.
@preconcurrency @MainActor
public protocol UISplitViewControllerDelegate: NSObjectProtocol {}
