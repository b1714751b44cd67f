// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A controller that manages a screen or an expanded notification. Available since iOS 2.0.
@preconcurrency @MainActor
open class UIViewController: UIResponder {
    private var loadedView: UIView?
    private let bars = Bars()
    /// The title, shown in a navigation bar.
    open var title: String?
    /// The preferred size.
    open var preferredContentSize = CGSize.zero
    /// The child view controllers.
    public private(set) var children: [UIViewController] = []
    /// The parent view controller.
    public private(set) weak var parent: UIViewController?
    /// The view controller that is presented over this view controller.
    public private(set) var presentedViewController: UIViewController?
    /// The view controller over which this view controller is presented.
    public private(set) weak var presentingViewController: UIViewController?
    /// The extension's interface to the system; `nil` outside of extensions.
    public package(set) var extensionContext: NSExtensionContext?
    /// The style in which this view controller is presented.
    open var modalPresentationStyle = UIModalPresentationStyle.automatic
    /// The transition with which this view controller is presented.
    open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
    /// Whether the person is prevented from dismissing this view controller with a swipe. Available
    /// since iOS 13.0.
    open var isModalInPresentation = false
    /// The interface style of this view controller and its children. Available since iOS 13.0.
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
    /// Whether a view controller that is presented over this view controller covers only this view
    /// controller, instead of the whole screen.
    open var definesPresentationContext = false
    /// The edges at which the view extends under bars.
    open var edgesForExtendedLayout = UIRectEdge.all
    /// The insets that are added to the safe area insets.
    open var additionalSafeAreaInsets = UIEdgeInsets.zero
    /// Whether the tab bar is hidden when this view controller is pushed onto a navigation stack.
    open var hidesBottomBarWhenPushed = false
    /// The identifier for state restoration. No state is restored here.
    open var restorationIdentifier: String?

    /// Creates a view controller that creates its own view. The name of the nib file is ignored.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }

    /// Creates a view controller that creates its own view.
    public override convenience init() { self.init(nibName: nil, bundle: nil) }

    /// Always returns `nil`: archived controllers are not supported.
    public required init?(coder: NSCoder) { return nil }

    /// The view, which is created when it is first accessed.
    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return loadedView
        }
        set { loadedView = newValue }
    }

    /// The view, if it has been created.
    public var viewIfLoaded: UIView? { loadedView }

    /// Whether the view has been created.
    public var isViewLoaded: Bool { loadedView != nil }

    /// The content of the navigation bar for this view controller.
    open var navigationItem: UINavigationItem { bars.navigation }

    /// The tab bar's item for this view controller.
    open var tabBarItem: UITabBarItem! {
        get { bars.tab }
        set { bars.tab = newValue ?? UITabBarItem() }
    }

    /// The enclosing navigation controller.
    open var navigationController: UINavigationController? { enclosing() }
    /// The enclosing tab bar controller.
    open var tabBarController: UITabBarController? { enclosing() }
    /// The enclosing split view controller.
    open var splitViewController: UISplitViewController? { enclosing() }
    /// The storyboard from which this view controller was created; always `nil`.
    open var storyboard: UIStoryboard? { nil }
    /// The phone's traits.
    open var traitCollection: UITraitCollection { .current }
    /// The supported orientations; by default, all except upside down.
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }
    /// Whether the interface may rotate.
    open var shouldAutorotate: Bool { true }
    /// The preferred style of the status bar.
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    /// Whether the status bar should be hidden.
    open var prefersStatusBarHidden: Bool { false }
    /// Whether this view controller is currently being presented; always `false`.
    public var isBeingPresented: Bool { false }
    /// Whether this view controller is currently being dismissed; always `false`.
    public var isBeingDismissed: Bool { false }

    private func enclosing<Controller: UIViewController>() -> Controller? {
        var around = parent
        while let controller = around {
            if let found = controller as? Controller { return found }
            around = controller.parent
        }
        return nil
    }

    /// Creates the view; subclasses may override this method to create a different view.
    open func loadView() { loadedView = UIView() }

    /// Creates the view if the view does not exist yet.
    open func loadViewIfNeeded() {
        guard loadedView == nil else { return }
        loadView()
        viewDidLoad()
    }

    /// The view was created.
    open func viewDidLoad() {}
    /// The view is about to appear; never called here.
    open func viewWillAppear(_ animated: Bool) {}
    /// The view appeared; never called here.
    open func viewDidAppear(_ animated: Bool) {}
    /// The view is about to disappear; never called here.
    open func viewWillDisappear(_ animated: Bool) {}
    /// The view disappeared; never called here.
    open func viewDidDisappear(_ animated: Bool) {}
    /// The view is about to lay out its subviews; never called here.
    open func viewWillLayoutSubviews() {}
    /// The view has laid out its subviews; never called here.
    open func viewDidLayoutSubviews() {}
    /// The view should update its constraints; never called here.
    open func updateViewConstraints() {}
    /// Memory is low; never called here.
    open func didReceiveMemoryWarning() {}
    /// The traits changed; never called here.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    /// The view controller is about to be added to or removed from a parent; never called here.
    open func willMove(toParent parent: UIViewController?) {}
    /// The view controller was added to or removed from a parent; never called here.
    open func didMove(toParent parent: UIViewController?) {}

    /// Adds a child view controller.
    open func addChild(_ childController: UIViewController) {
        childController.removeFromParent()
        children.append(childController)
        childController.parent = self
    }

    /// Removes the view controller from its parent.
    open func removeFromParent() {
        parent?.children.removeAll { $0 === self }
        parent = nil
    }

    /// Presents a view controller over this view controller.
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool,
        completion: (() -> Void)? = nil
    ) {
        viewControllerToPresent.loadViewIfNeeded()
        presentedViewController = viewControllerToPresent
        viewControllerToPresent.presentingViewController = self
        completion?()
    }

    /// Dismisses the presented view controller or, if there is none, this view controller.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        if let presented = presentedViewController {
            presented.presentingViewController = nil
            presentedViewController = nil
        } else if let presenting = presentingViewController {
            presenting.dismiss(animated: flag)
        }
        completion?()
    }

    /// Shows a view controller: pushes it onto the navigation stack, or presents it over this view
    /// controller if there is no navigation stack.
    open func show(_ vc: UIViewController, sender: Any?) {
        if let navigationController {
            navigationController.pushViewController(vc, animated: true)
        } else {
            present(vc, animated: true)
        }
    }

    /// Shows a view controller in the secondary column, or presents it over this view controller if
    /// there is no secondary column.
    open func showDetailViewController(_ vc: UIViewController, sender: Any?) {
        if let splitViewController {
            splitViewController.setViewController(vc, for: .secondary)
        } else {
            present(vc, animated: true)
        }
    }

    /// Rotates the interface to the device's orientation. Has no effect here.
    public class func attemptRotationToDeviceOrientation() {}

    /// Performs a segue of the storyboard. Has no effect here, because storyboards are not read.
    open func performSegue(withIdentifier identifier: String, sender: Any?) {}

    /// Requests an update of the status bar's appearance. Has no effect here.
    open func setNeedsStatusBarAppearanceUpdate() {}

    /// Requests an update of the supported orientations. Has no effect here.
    open func setNeedsUpdateOfSupportedInterfaceOrientations() {}

    /// The items that bars show for a view controller.
    @MainActor
    private final class Bars {
        lazy var navigation = UINavigationItem()
        lazy var tab = UITabBarItem()

        nonisolated init() {}
    }
}

/// The style in which a view controller is presented. Available since iOS 3.2.
public enum UIModalPresentationStyle: Int, Sendable {
    case fullScreen = 0
    case pageSheet = 1
    case formSheet = 2
    case currentContext = 3
    case custom = 4
    case overFullScreen = 5
    case overCurrentContext = 6
    case popover = 7
    case none = -1
    case automatic = -2
}

/// The transition with which a view controller is presented. Available since iOS 3.0.
public enum UIModalTransitionStyle: Int, Sendable {
    case coverVertical = 0
    case flipHorizontal = 1
    case crossDissolve = 2
    case partialCurl = 3
}
