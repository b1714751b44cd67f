// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A navigation bar. Available since iOS 2.0.
@preconcurrency @MainActor
open class UINavigationBar: UIView {
    /// Whether the bar is translucent.
    open var isTranslucent = true
    /// The bar's color.
    open var barTintColor: UIColor?
    /// The bar's items.
    open var items: [UINavigationItem]?
    /// The item of the topmost view controller.
    open var topItem: UINavigationItem? { items?.last }
    /// Whether titles are large.
    open var prefersLargeTitles = false
    /// The text attributes of titles.
    open var titleTextAttributes: [NSAttributedString.Key: Any]?
    /// The text attributes of large titles.
    open var largeTitleTextAttributes: [NSAttributedString.Key: Any]?
    /// The image of the line below the bar.
    open var shadowImage: UIImage?
    /// The image of the back button.
    open var backIndicatorImage: UIImage?
    /// The transition mask of the back button.
    open var backIndicatorTransitionMaskImage: UIImage?
    /// The bar's appearance. Available since iOS 13.0.
    open var standardAppearance = UINavigationBarAppearance()
    /// The appearance of a compact bar. Available since iOS 13.0.
    open var compactAppearance: UINavigationBarAppearance?
    /// The bar's appearance when the content is scrolled to its edge. Available since iOS 13.0.
    open var scrollEdgeAppearance: UINavigationBarAppearance?
    /// The appearance of a compact bar when the content is scrolled to its edge. Available since
    /// iOS 15.0.
    open var compactScrollEdgeAppearance: UINavigationBarAppearance?

    open override class func appearance() -> UINavigationBar { UINavigationBar(frame: .zero) }

    open override class func appearance(
        whenContainedInInstancesOf containerTypes: [AnyClass]
    ) -> UINavigationBar {
        UINavigationBar(frame: .zero)
    }

    /// Sets the background image. Has no effect here.
    open func setBackgroundImage(_ backgroundImage: UIImage?, for barMetrics: UIBarMetrics) {}
}

/// The metrics of a bar. Available since iOS 5.0.
public enum UIBarMetrics: Int, Sendable {
    case `default` = 0
    case compact = 1
}

/// A tab bar. Available since iOS 2.0.
@preconcurrency @MainActor
open class UITabBar: UIView {
    /// Whether the bar is translucent.
    open var isTranslucent = true
    /// The bar's color.
    open var barTintColor: UIColor?
    /// The color of tabs that are not selected.
    open var unselectedItemTintColor: UIColor?
    /// The background image.
    open var backgroundImage: UIImage?
    /// The image of the line above the bar.
    open var shadowImage: UIImage?
    /// The tabs.
    open var items: [UITabBarItem]?
    /// The bar's appearance. Available since iOS 13.0.
    open var standardAppearance = UITabBarAppearance()
    /// The bar's appearance when the content is scrolled to its edge. Available since iOS 15.0.
    open var scrollEdgeAppearance: UITabBarAppearance?

    open override class func appearance() -> UITabBar { UITabBar(frame: .zero) }

    open override class func appearance(
        whenContainedInInstancesOf containerTypes: [AnyClass]
    ) -> UITabBar {
        UITabBar(frame: .zero)
    }
}

/// A bar with buttons. Available since iOS 2.0.
@preconcurrency @MainActor
open class UIToolbar: UIView {
    /// Whether the bar is translucent.
    open var isTranslucent = true
    /// The bar's color.
    open var barTintColor: UIColor?

    open override class func appearance() -> UIToolbar { UIToolbar(frame: .zero) }

    open override class func appearance(
        whenContainedInInstancesOf containerTypes: [AnyClass]
    ) -> UIToolbar {
        UIToolbar(frame: .zero)
    }
}

/// A search bar. Available since iOS 2.0.
@preconcurrency @MainActor
open class UISearchBar: UIView {
    /// The text that the person entered.
    open var text: String?
    /// The text shown in an empty bar.
    open var placeholder: String?
    /// The bar's color.
    open var barTintColor: UIColor?

    open override class func appearance() -> UISearchBar { UISearchBar(frame: .zero) }

    open override class func appearance(
        whenContainedInInstancesOf containerTypes: [AnyClass]
    ) -> UISearchBar {
        UISearchBar(frame: .zero)
    }
}

/// The appearance of a bar. Available since iOS 13.0. Nothing is drawn: the object only stores the
/// values that app code sets.
@preconcurrency @MainActor
open class UIBarAppearance: NSObject {
    /// The background color.
    open var backgroundColor: UIColor?
    /// The background's blur effect.
    open var backgroundEffect: UIBlurEffect?
    /// The background image.
    open var backgroundImage: UIImage?
    /// The color of the line at the bar's edge.
    open var shadowColor: UIColor?
    /// The image of the line at the bar's edge.
    open var shadowImage: UIImage?

    /// Creates an appearance.
    public override init() { super.init() }

    /// Uses the default background.
    open func configureWithDefaultBackground() {}
    /// Uses an opaque background.
    open func configureWithOpaqueBackground() {}
    /// Uses a transparent background.
    open func configureWithTransparentBackground() {}
}

/// The appearance of a navigation bar. Available since iOS 13.0.
@preconcurrency @MainActor
open class UINavigationBarAppearance: UIBarAppearance {
    /// The text attributes of titles.
    open var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
    /// The text attributes of large titles.
    open var largeTitleTextAttributes: [NSAttributedString.Key: Any] = [:]
    /// The appearance of buttons.
    open var buttonAppearance = UIBarButtonItemAppearance()
    /// The appearance of the back button.
    open var backButtonAppearance = UIBarButtonItemAppearance()

    /// Sets the image of the back button. Has no effect here.
    open func setBackIndicatorImage(
        _ backIndicatorImage: UIImage?,
        transitionMaskImage backIndicatorTransitionMaskImage: UIImage?
    ) {}
}

/// The appearance of bar buttons. Available since iOS 13.0.
@preconcurrency @MainActor
open class UIBarButtonItemAppearance: NSObject {
    /// The appearance of a bar button in one state.
    @preconcurrency @MainActor
    public final class State: NSObject {
        /// The text attributes of the title.
        public var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
    }

    /// The normal state.
    public let normal = State()
    /// The highlighted state.
    public let highlighted = State()
    /// The disabled state.
    public let disabled = State()
}

/// The appearance of a tab bar. Available since iOS 13.0.
@preconcurrency @MainActor
open class UITabBarAppearance: UIBarAppearance {}

/// The content of a navigation bar for one view controller. Available since iOS 2.0.
@preconcurrency @MainActor
open class UINavigationItem: NSObject {
    /// The conditions under which the title is large.
    public enum LargeTitleDisplayMode: Int, Sendable {
        case automatic = 0
        case always = 1
        case never = 2
    }

    /// The title.
    open var title: String?
    /// The view shown instead of the title.
    open var titleView: UIView?
    /// The button on the left.
    open var leftBarButtonItem: UIBarButtonItem?
    /// The button on the right.
    open var rightBarButtonItem: UIBarButtonItem?
    /// The buttons on the left.
    open var leftBarButtonItems: [UIBarButtonItem]?
    /// The buttons on the right.
    open var rightBarButtonItems: [UIBarButtonItem]?
    /// The back button that the next view controller shows.
    open var backBarButtonItem: UIBarButtonItem?
    /// The conditions under which the title is large.
    open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic
    /// Whether the back button is hidden.
    open var hidesBackButton = false
}

/// The tab bar's item for one view controller. Available since iOS 2.0.
@preconcurrency @MainActor
open class UITabBarItem: NSObject {
    /// The title.
    open var title: String?
    /// The image.
    open var image: UIImage?
    /// The text of the badge.
    open var badgeValue: String?
    /// A number by which the item can be found.
    open var tag = 0

    /// Creates an item without a title.
    public override init() { super.init() }

    /// Creates an item.
    public convenience init(title: String?, image: UIImage?, tag: Int) {
        self.init()
        self.title = title
        self.image = image
        self.tag = tag
    }
}

/// A button in a bar. Available since iOS 2.0. Actions with selectors require Objective-C; use
/// ``UIAction``.
@preconcurrency @MainActor
open class UIBarButtonItem: NSObject {
    /// A button that the system provides.
    public enum SystemItem: Int, Sendable {
        case done = 0
        case cancel = 1
        case edit = 2
        case save = 3
        case add = 4
        case flexibleSpace = 5
        case fixedSpace = 6
        case action = 9
        case search = 12
        case refresh = 13
        case trash = 16
        case close = 24
    }

    /// The style of a button.
    public enum Style: Int, Sendable {
        case plain = 0
        case done = 2
    }

    /// The title.
    open var title: String?
    /// The image.
    open var image: UIImage?
    /// The tint color.
    open var tintColor: UIColor?
    /// Whether the button is enabled.
    open var isEnabled = true
    /// The action that the button performs.
    open var primaryAction: UIAction?
    /// The view shown instead of the button.
    open var customView: UIView?

    /// Creates a button without a title.
    public override init() { super.init() }

    /// Creates a button that the system provides. Available since iOS 14.0.
    public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil) {
        self.init()
        self.primaryAction = primaryAction
    }

    /// Creates a button with a title or an image. Available since iOS 14.0.
    public convenience init(
        title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil
    ) {
        self.init()
        self.title = title
        self.image = image
        self.primaryAction = primaryAction
    }

    /// Creates a button from a view.
    public convenience init(customView: UIView) {
        self.init()
        self.customView = customView
    }

    /// Returns a proxy for the appearance of all buttons. Changes to the proxy have no effect here.
    open class func appearance() -> UIBarButtonItem { UIBarButtonItem() }

    /// Returns a proxy for the appearance of buttons inside the given containers. Changes to the
    /// proxy have no effect here.
    open class func appearance(
        whenContainedInInstancesOf containerTypes: [AnyClass]
    ) -> UIBarButtonItem {
        UIBarButtonItem()
    }

    /// Sets the text attributes of the title. Has no effect here.
    open func setTitleTextAttributes(
        _ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State
    ) {}
}
