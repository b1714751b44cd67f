// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Controllers behind tabs. Apple: since iOS 2.0.
@preconcurrency @MainActor
open class UITabBarController: UIViewController {
    /// The controllers.
    open var viewControllers: [UIViewController]? {
        didSet {
            for child in oldValue ?? [] { child.removeFromParent() }
            for child in viewControllers ?? [] { addChild(child) }
        }
    }
    /// Which one is seen.
    open var selectedIndex = 0
    /// Who is asked about tabs; never here.
    open weak var delegate: (any UITabBarControllerDelegate)?
    /// The bar below.
    public let tabBar = UITabBar(frame: .zero)

    /// Tabs.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    /// Archives of controllers are not read.
    public required init?(coder: NSCoder) { return nil }

    /// The controller that is seen.
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

/// Who is asked about tabs. Apple: since iOS 3.0.
@preconcurrency @MainActor
public protocol UITabBarControllerDelegate: NSObjectProtocol {}

/// Controllers in columns. Apple: since iOS 3.2. A phone shows one of them.
@preconcurrency @MainActor
open class UISplitViewController: UIViewController {
    /// How many columns there are. Apple: since iOS 14.0.
    public enum Style: Int, Sendable {
        case unspecified = 0
        case doubleColumn = 1
        case tripleColumn = 2
    }

    /// A column. Apple: since iOS 14.0.
    public enum Column: Int, Sendable {
        case primary = 0
        case supplementary = 1
        case secondary = 2
        case compact = 3
    }

    /// Which columns are seen.
    public enum DisplayMode: Int, Sendable {
        case automatic = 0
        case secondaryOnly = 1
        case oneBesideSecondary = 2
        case oneOverSecondary = 3

        /// The old name of ``oneBesideSecondary``.
        public static let allVisible = DisplayMode.oneBesideSecondary
    }

    /// The controllers.
    open var viewControllers: [UIViewController] = []
    /// Which columns the app wants to see.
    open var preferredDisplayMode = DisplayMode.automatic
    /// Who is asked about columns; never here.
    open weak var delegate: (any UISplitViewControllerDelegate)?
    private var columns: [Column: UIViewController] = [:]

    /// Columns.
    public init(style: Style) { super.init(nibName: nil, bundle: nil) }

    /// Columns.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    /// Archives of controllers are not read.
    public required init?(coder: NSCoder) { return nil }

    /// Whether one column is seen: on a phone, yes.
    public var isCollapsed: Bool { true }

    /// Puts a controller into a column.
    open func setViewController(_ vc: UIViewController?, for column: Column) {
        columns[column] = vc
    }

    /// The controller of a column.
    open func viewController(for column: Column) -> UIViewController? { columns[column] }

    /// Shows a column.
    open func show(_ column: Column) {}

    /// Shows a controller in the second column.
    open override func showDetailViewController(_ vc: UIViewController, sender: Any?) {
        setViewController(vc, for: .secondary)
    }
}

/// Who is asked about columns. Apple: since iOS 3.2.
@preconcurrency @MainActor
public protocol UISplitViewControllerDelegate: NSObjectProtocol {}
