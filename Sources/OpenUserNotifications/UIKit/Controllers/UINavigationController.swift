// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A stack of controllers. Apple: since iOS 2.0.
@preconcurrency @MainActor
open class UINavigationController: UIViewController {
    /// The controllers, the visible one last.
    open var viewControllers: [UIViewController] = [] {
        didSet {
            for child in oldValue where !viewControllers.contains(where: { $0 === child }) {
                child.removeFromParent()
            }
            for child in viewControllers where child.parent !== self { addChild(child) }
        }
    }
    /// The bar above.
    public let navigationBar = UINavigationBar(frame: .zero)
    /// Who is asked about the stack; never here.
    open weak var delegate: (any UINavigationControllerDelegate)?
    /// Whether there is no bar.
    open var isNavigationBarHidden = false

    /// A stack with one controller.
    public init(rootViewController: UIViewController) {
        super.init(nibName: nil, bundle: nil)
        addFirst(rootViewController)
    }

    private func addFirst(_ controller: UIViewController) { viewControllers = [controller] }

    /// An empty stack.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    /// Archives of controllers are not read.
    public required init?(coder: NSCoder) { return nil }

    /// The controller on top.
    public var topViewController: UIViewController? { viewControllers.last }

    /// The controller that is seen: on top, or shown over it.
    public var visibleViewController: UIViewController? {
        topViewController?.presentedViewController ?? topViewController
    }

    /// Puts a controller on top.
    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        viewController.loadViewIfNeeded()
        viewControllers.append(viewController)
    }

    /// Takes the top controller off, unless it is the only one.
    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        viewControllers.count > 1 ? viewControllers.removeLast() : nil
    }

    /// Takes all but the first controller off.
    @discardableResult
    open func popToRootViewController(animated: Bool) -> [UIViewController]? {
        let removed = Array(viewControllers.dropFirst())
        viewControllers = Array(viewControllers.prefix(1))
        return removed
    }

    /// Takes off what lies on a controller.
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

    /// Shows or hides the bar.
    open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
        isNavigationBarHidden = hidden
    }
}

/// Who is asked about a stack. Apple: since iOS 2.0.
@preconcurrency @MainActor
public protocol UINavigationControllerDelegate: NSObjectProtocol {}
