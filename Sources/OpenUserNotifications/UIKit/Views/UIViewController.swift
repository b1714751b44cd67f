// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What fills a screen or an expanded notification. Apple: since iOS 2.0.
@MainActor
open class UIViewController: UIResponder {
    private var loadedView: UIView?
    /// Its name in a bar.
    open var title: String?
    /// The size it would like to have.
    open var preferredContentSize = CGSize.zero
    /// The controllers inside.
    public private(set) var children: [UIViewController] = []
    /// The one shown over it.
    public private(set) var presentedViewController: UIViewController?
    /// What an extension asks of the system; nil outside of extensions.
    public package(set) var extensionContext: NSExtensionContext?

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

    /// Whether the view was made.
    public var isViewLoaded: Bool { loadedView != nil }

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

    /// Puts a controller inside.
    open func addChild(_ childController: UIViewController) { children.append(childController) }

    /// Shows a controller over this one.
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool,
        completion: (() -> Void)? = nil
    ) {
        viewControllerToPresent.loadViewIfNeeded()
        presentedViewController = viewControllerToPresent
        completion?()
    }

    /// Takes away what is shown over it.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        presentedViewController = nil
        completion?()
    }
}
