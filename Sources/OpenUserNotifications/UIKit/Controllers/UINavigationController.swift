// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A stack of view controllers. Available since iOS 2.0.
@preconcurrency @MainActor
open class UINavigationController: UIViewController {
    /// The view controllers, the topmost last.
    open var viewControllers: [UIViewController] = [] {
        didSet {
            for child in oldValue where !viewControllers.contains(where: { $0 === child }) {
                child.removeFromParent()
            }
            for child in viewControllers where child.parent !== self { addChild(child) }
        }
    }
    /// The navigation bar.
    public let navigationBar = UINavigationBar(frame: .zero)
    /// The delegate, which is never called here.
    open weak var delegate: (any UINavigationControllerDelegate)?
    /// Whether the navigation bar is hidden.
    open var isNavigationBarHidden = false

    /// Creates a stack with one view controller.
    public init(rootViewController: UIViewController) {
        super.init(nibName: nil, bundle: nil)
        addFirst(rootViewController)
    }

    private func addFirst(_ controller: UIViewController) { viewControllers = [controller] }

    /// Creates an empty stack.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    /// Always returns `nil`: archived controllers are not supported.
    public required init?(coder: NSCoder) { return nil }

    /// The view controller at the top of the stack.
    public var topViewController: UIViewController? { viewControllers.last }

    /// The visible view controller: the view controller at the top of the stack, or a view
    /// controller that is presented over the stack.
    public var visibleViewController: UIViewController? {
        topViewController?.presentedViewController ?? topViewController
    }

    /// Pushes a view controller onto the stack.
    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        viewController.loadViewIfNeeded()
        viewControllers.append(viewController)
    }

    /// Removes the topmost view controller, unless it is the only one.
    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        viewControllers.count > 1 ? viewControllers.removeLast() : nil
    }

    /// Removes all view controllers except the first.
    @discardableResult
    open func popToRootViewController(animated: Bool) -> [UIViewController]? {
        let removed = Array(viewControllers.dropFirst())
        viewControllers = Array(viewControllers.prefix(1))
        return removed
    }

    /// Removes all view controllers above the given view controller.
    @discardableResult
    open func popToViewController(
        _ viewController: UIViewController, animated: Bool
    ) -> [UIViewController]? {
        guard let index = viewControllers.firstIndex(where: { $0 === viewController }) else {
            return nil
        }
        let removed = Array(viewControllers[(index + 1)...])
        viewControllers = Array(viewControllers[...index])
        return removed
    }

    /// Replaces the stack.
    open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
        self.viewControllers = viewControllers
    }

    /// Shows or hides the navigation bar.
    open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
        isNavigationBarHidden = hidden
    }
}

/// The delegate of a navigation controller. Available since iOS 2.0.
@preconcurrency @MainActor
public protocol UINavigationControllerDelegate: NSObjectProtocol {}
