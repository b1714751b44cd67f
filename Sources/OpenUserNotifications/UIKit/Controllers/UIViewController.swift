// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What fills a screen or an expanded notification. Apple: since iOS 2.0.
@preconcurrency @MainActor
open class UIViewController: UIResponder {
    private var loadedView: UIView?
    private let bars = Bars()
    /// Its name in a bar.
    open var title: String?
    /// The size it would like to have.
    open var preferredContentSize = CGSize.zero
    /// The controllers inside.
    public private(set) var children: [UIViewController] = []
    /// The controller around it.
    public private(set) weak var parent: UIViewController?
    /// The one shown over it.
    public private(set) var presentedViewController: UIViewController?
    /// The one it is shown over.
    public private(set) weak var presentingViewController: UIViewController?
    /// What an extension asks of the system; nil outside of extensions.
    public package(set) var extensionContext: NSExtensionContext?
    /// How it is shown over another.
    open var modalPresentationStyle = UIModalPresentationStyle.automatic
    /// How it comes and goes.
    open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
    /// Whether the person cannot swipe it away. Since iOS 13.0.
    open var isModalInPresentation = false
    /// Light or dark, for what is inside. Since iOS 13.0.
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
    /// Whether others shown over it cover it alone.
    open var definesPresentationContext = false
    /// How far it reaches below bars.
    open var edgesForExtendedLayout = UIRectEdge.all
    /// Distances beyond what bars cover.
    open var additionalSafeAreaInsets = UIEdgeInsets.zero
    /// Whether the bar at the bottom goes when it is pushed.
    open var hidesBottomBarWhenPushed = false
    /// By what the system brings it back; it does not here.
    open var restorationIdentifier: String?

    /// A controller that makes its view itself. Names of nib files are not looked at.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }

    /// A controller that makes its view itself.
    public override convenience init() { self.init(nibName: nil, bundle: nil) }

    /// Archives of controllers are not read.
    public required init?(coder: NSCoder) { return nil }

    /// Its view, made when it is first asked for.
    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return loadedView
        }
        set { loadedView = newValue }
    }

    /// Its view, if it was made.
    public var viewIfLoaded: UIView? { loadedView }

    /// Whether the view was made.
    public var isViewLoaded: Bool { loadedView != nil }

    /// What the bar above shows for it.
    open var navigationItem: UINavigationItem { bars.navigation }

    /// What the bar below shows for it.
    open var tabBarItem: UITabBarItem! {
        get { bars.tab }
        set { bars.tab = newValue ?? UITabBarItem() }
    }

    /// The stack it is in.
    open var navigationController: UINavigationController? { enclosing() }
    /// The tabs it is in.
    open var tabBarController: UITabBarController? { enclosing() }
    /// The columns it is in.
    open var splitViewController: UISplitViewController? { enclosing() }
    /// The storyboard it comes from: none.
    open var storyboard: UIStoryboard? { nil }
    /// The traits of the phone.
    open var traitCollection: UITraitCollection { .current }
    /// How it may be turned: by default each way but upside down.
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }
    /// Whether it may be turned.
    open var shouldAutorotate: Bool { true }
    /// How the status bar looks.
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    /// Whether there is no status bar.
    open var prefersStatusBarHidden: Bool { false }
    /// Whether it is on its way to the person.
    public var isBeingPresented: Bool { false }
    /// Whether it is on its way out.
    public var isBeingDismissed: Bool { false }

    private func enclosing<Controller: UIViewController>() -> Controller? {
        var around = parent
        while let controller = around {
            if let found = controller as? Controller { return found }
            around = controller.parent
        }
        return nil
    }

    /// Makes the view; subclasses may make their own.
    open func loadView() { loadedView = UIView() }

    /// Makes the view if there is none.
    open func loadViewIfNeeded() {
        guard loadedView == nil else { return }
        loadView()
        viewDidLoad()
    }

    /// The view was made.
    open func viewDidLoad() {}
    /// The view is about to be seen.
    open func viewWillAppear(_ animated: Bool) {}
    /// The view is seen.
    open func viewDidAppear(_ animated: Bool) {}
    /// The view is about to go.
    open func viewWillDisappear(_ animated: Bool) {}
    /// The view is gone.
    open func viewDidDisappear(_ animated: Bool) {}
    /// The view is about to place what is inside; never called here.
    open func viewWillLayoutSubviews() {}
    /// The view has placed what is inside; never called here.
    open func viewDidLayoutSubviews() {}
    /// Constraints are to be made; never called here.
    open func updateViewConstraints() {}
    /// Memory is short; never called here.
    open func didReceiveMemoryWarning() {}
    /// Its traits changed; never called here.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    /// It is about to be put inside another controller, or taken out.
    open func willMove(toParent parent: UIViewController?) {}
    /// It was put inside another controller, or taken out.
    open func didMove(toParent parent: UIViewController?) {}

    /// Puts a controller inside.
    open func addChild(_ childController: UIViewController) {
        childController.removeFromParent()
        children.append(childController)
        childController.parent = self
    }

    /// Takes it out of the controller around it.
    open func removeFromParent() {
        parent?.children.removeAll { $0 === self }
        parent = nil
    }

    /// Shows a controller over this one.
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool,
        completion: (() -> Void)? = nil
    ) {
        viewControllerToPresent.loadViewIfNeeded()
        presentedViewController = viewControllerToPresent
        viewControllerToPresent.presentingViewController = self
        completion?()
    }

    /// Takes away what is shown over it, or itself where nothing is.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        if let presented = presentedViewController {
            presented.presentingViewController = nil
            presentedViewController = nil
        } else if let presenting = presentingViewController {
            presenting.dismiss(animated: flag)
        }
        completion?()
    }

    /// Shows a controller where there is room: on the stack, else over this one.
    open func show(_ vc: UIViewController, sender: Any?) {
        if let navigationController {
            navigationController.pushViewController(vc, animated: true)
        } else {
            present(vc, animated: true)
        }
    }

    /// Shows a controller in the second column, where there are columns; else over this one.
    open func showDetailViewController(_ vc: UIViewController, sender: Any?) {
        if let splitViewController {
            splitViewController.setViewController(vc, for: .secondary)
        } else {
            present(vc, animated: true)
        }
    }

    /// Turns the interface as the device is held; it is not turned here.
    public class func attemptRotationToDeviceOrientation() {}

    /// Goes a way of the storyboard, which is not read; does nothing here.
    open func performSegue(withIdentifier identifier: String, sender: Any?) {}

    /// Asks for another look of the status bar; there is none.
    open func setNeedsStatusBarAppearanceUpdate() {}

    /// Asks to be turned; it is not.
    open func setNeedsUpdateOfSupportedInterfaceOrientations() {}

    /// What the bars show for a controller.
    @MainActor
    private final class Bars {
        lazy var navigation = UINavigationItem()
        lazy var tab = UITabBarItem()

        nonisolated init() {}
    }
}

/// How a controller is shown over another. Apple: since iOS 3.2.
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

/// How a controller comes and goes. Apple: since iOS 3.0.
public enum UIModalTransitionStyle: Int, Sendable {
    case coverVertical = 0
    case flipHorizontal = 1
    case crossDissolve = 2
    case partialCurl = 3
}
