// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The bar above. Apple: since iOS 2.0.
@preconcurrency @MainActor
open class UINavigationBar: UIView {
    /// Whether what is behind shines through.
    open var isTranslucent = true
    /// The colour of the bar.
    open var barTintColor: UIColor?
    /// What it shows.
    open var items: [UINavigationItem]?
    /// What it shows of the controller on top.
    open var topItem: UINavigationItem? { items?.last }
    /// Whether titles are large.
    open var prefersLargeTitles = false
    /// How titles look.
    open var titleTextAttributes: [NSAttributedString.Key: Any]?
    /// How large titles look.
    open var largeTitleTextAttributes: [NSAttributedString.Key: Any]?
    /// The line below the bar.
    open var shadowImage: UIImage?
    /// The image of the way back.
    open var backIndicatorImage: UIImage?
    /// The mask of the way back.
    open var backIndicatorTransitionMaskImage: UIImage?
    /// How the bar looks. Since iOS 13.0.
    open var standardAppearance = UINavigationBarAppearance()
    /// How a low bar looks. Since iOS 13.0.
    open var compactAppearance: UINavigationBarAppearance?
    /// How the bar looks when nothing is below it. Since iOS 13.0.
    open var scrollEdgeAppearance: UINavigationBarAppearance?
    /// How a low bar looks when nothing is below it. Since iOS 15.0.
    open var compactScrollEdgeAppearance: UINavigationBarAppearance?

    open override class func appearance() -> UINavigationBar { UINavigationBar(frame: .zero) }

    open override class func appearance(
        whenContainedInInstancesOf containerTypes: [AnyClass]
    ) -> UINavigationBar {
        UINavigationBar(frame: .zero)
    }

    /// Sets the image behind the bar; nothing is drawn here.
    open func setBackgroundImage(_ backgroundImage: UIImage?, for barMetrics: UIBarMetrics) {}
}

/// How high a bar is. Apple: since iOS 5.0.
public enum UIBarMetrics: Int, Sendable {
    case `default` = 0
    case compact = 1
}

/// The bar below, with tabs. Apple: since iOS 2.0.
@preconcurrency @MainActor
open class UITabBar: UIView {
    /// Whether what is behind shines through.
    open var isTranslucent = true
    /// The colour of the bar.
    open var barTintColor: UIColor?
    /// The colour of tabs that are not chosen.
    open var unselectedItemTintColor: UIColor?
    /// The image behind the bar.
    open var backgroundImage: UIImage?
    /// The line above the bar.
    open var shadowImage: UIImage?
    /// The tabs.
    open var items: [UITabBarItem]?
    /// How the bar looks. Since iOS 13.0.
    open var standardAppearance = UITabBarAppearance()
    /// How the bar looks when nothing is below it. Since iOS 15.0.
    open var scrollEdgeAppearance: UITabBarAppearance?

    open override class func appearance() -> UITabBar { UITabBar(frame: .zero) }

    open override class func appearance(
        whenContainedInInstancesOf containerTypes: [AnyClass]
    ) -> UITabBar {
        UITabBar(frame: .zero)
    }
}

/// A bar with buttons. Apple: since iOS 2.0.
@preconcurrency @MainActor
open class UIToolbar: UIView {
    /// Whether what is behind shines through.
    open var isTranslucent = true
    /// The colour of the bar.
    open var barTintColor: UIColor?

    open override class func appearance() -> UIToolbar { UIToolbar(frame: .zero) }

    open override class func appearance(
        whenContainedInInstancesOf containerTypes: [AnyClass]
    ) -> UIToolbar {
        UIToolbar(frame: .zero)
    }
}

/// A line to search by. Apple: since iOS 2.0.
@preconcurrency @MainActor
open class UISearchBar: UIView {
    /// What is typed.
    open var text: String?
    /// What stands there before.
    open var placeholder: String?
    /// The colour of the bar.
    open var barTintColor: UIColor?

    open override class func appearance() -> UISearchBar { UISearchBar(frame: .zero) }

    open override class func appearance(
        whenContainedInInstancesOf containerTypes: [AnyClass]
    ) -> UISearchBar {
        UISearchBar(frame: .zero)
    }
}

/// How a bar looks. Apple: since iOS 13.0. Nothing is drawn: it keeps what app code sets.
@preconcurrency @MainActor
open class UIBarAppearance: NSObject {
    /// The colour of the bar.
    open var backgroundColor: UIColor?
    /// What the bar does with what is behind.
    open var backgroundEffect: UIBlurEffect?
    /// The image behind the bar.
    open var backgroundImage: UIImage?
    /// The colour of the line at the bar.
    open var shadowColor: UIColor?
    /// The line at the bar.
    open var shadowImage: UIImage?

    /// A look.
    public override init() { super.init() }

    /// As usual.
    open func configureWithDefaultBackground() {}
    /// Without anything shining through.
    open func configureWithOpaqueBackground() {}
    /// With everything shining through.
    open func configureWithTransparentBackground() {}
}

/// How the bar above looks. Apple: since iOS 13.0.
@preconcurrency @MainActor
open class UINavigationBarAppearance: UIBarAppearance {
    /// How titles look.
    open var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
    /// How large titles look.
    open var largeTitleTextAttributes: [NSAttributedString.Key: Any] = [:]
    /// How buttons look.
    open var buttonAppearance = UIBarButtonItemAppearance()
    /// How the way back looks.
    open var backButtonAppearance = UIBarButtonItemAppearance()

    /// Sets the image of the way back; nothing is drawn here.
    open func setBackIndicatorImage(
        _ backIndicatorImage: UIImage?,
        transitionMaskImage backIndicatorTransitionMaskImage: UIImage?
    ) {}
}

/// How buttons in bars look. Apple: since iOS 13.0.
@preconcurrency @MainActor
open class UIBarButtonItemAppearance: NSObject {
    /// How words look at one moment.
    @preconcurrency @MainActor
    public final class State: NSObject {
        /// How the words look.
        public var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
    }

    /// As usual.
    public let normal = State()
    /// While it is touched.
    public let highlighted = State()
    /// While it cannot be touched.
    public let disabled = State()
}

/// How the bar with tabs looks. Apple: since iOS 13.0.
@preconcurrency @MainActor
open class UITabBarAppearance: UIBarAppearance {}

/// What the bar above shows for a controller. Apple: since iOS 2.0.
@preconcurrency @MainActor
open class UINavigationItem: NSObject {
    /// When titles are large.
    public enum LargeTitleDisplayMode: Int, Sendable {
        case automatic = 0
        case always = 1
        case never = 2
    }

    /// The title.
    open var title: String?
    /// The view in place of the title.
    open var titleView: UIView?
    /// The button at the left.
    open var leftBarButtonItem: UIBarButtonItem?
    /// The button at the right.
    open var rightBarButtonItem: UIBarButtonItem?
    /// The buttons at the left.
    open var leftBarButtonItems: [UIBarButtonItem]?
    /// The buttons at the right.
    open var rightBarButtonItems: [UIBarButtonItem]?
    /// The way back from the next controller.
    open var backBarButtonItem: UIBarButtonItem?
    /// When the title is large.
    open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic
    /// Whether there is no way back.
    open var hidesBackButton = false
}

/// What the bar below shows for a controller. Apple: since iOS 2.0.
@preconcurrency @MainActor
open class UITabBarItem: NSObject {
    /// Its words.
    open var title: String?
    /// Its image.
    open var image: UIImage?
    /// The number at its corner.
    open var badgeValue: String?
    /// Any number, to find it by.
    open var tag = 0

    /// A tab without words.
    public override init() { super.init() }

    /// A tab.
    public convenience init(title: String?, image: UIImage?, tag: Int) {
        self.init()
        self.title = title
        self.image = image
        self.tag = tag
    }
}

/// A button in a bar. Apple: since iOS 2.0. Selectors need Objective-C; ``UIAction`` works.
@preconcurrency @MainActor
open class UIBarButtonItem: NSObject {
    /// A button that the system has.
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

    /// How a button looks.
    public enum Style: Int, Sendable {
        case plain = 0
        case done = 2
    }

    /// Its words.
    open var title: String?
    /// Its image.
    open var image: UIImage?
    /// Its colour.
    open var tintColor: UIColor?
    /// Whether it can be touched.
    open var isEnabled = true
    /// What it does.
    open var primaryAction: UIAction?
    /// The view in its place.
    open var customView: UIView?

    /// A button without words.
    public override init() { super.init() }

    /// A button of the system. Since iOS 14.0.
    public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil) {
        self.init()
        self.primaryAction = primaryAction
    }

    /// A button with words. Since iOS 14.0.
    public convenience init(
        title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil
    ) {
        self.init()
        self.title = title
        self.image = image
        self.primaryAction = primaryAction
    }

    /// A view as a button.
    public convenience init(customView: UIView) {
        self.init()
        self.customView = customView
    }

    /// Where settings for all buttons go; they change nothing here.
    open class func appearance() -> UIBarButtonItem { UIBarButtonItem() }

    /// Where settings for buttons inside others go; they change nothing here.
    open class func appearance(
        whenContainedInInstancesOf containerTypes: [AnyClass]
    ) -> UIBarButtonItem {
        UIBarButtonItem()
    }

    /// Sets how words look; nothing is drawn here.
    open func setTitleTextAttributes(
        _ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State
    ) {}
}
