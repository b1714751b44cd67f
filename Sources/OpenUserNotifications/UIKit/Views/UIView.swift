// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A rectangular part of the screen. Available since iOS 2.0.
///
/// Nothing is drawn: a view only stores the values that app code sets, so that the app code runs
/// and can be tested.
@preconcurrency @MainActor
open class UIView: UIResponder {
    /// How content fills a view.
    public enum ContentMode: Int, Sendable {
        case scaleToFill = 0
        case scaleAspectFit = 1
        case scaleAspectFill = 2
        case redraw = 3
        case center = 4
        case top = 5
        case bottom = 6
        case left = 7
        case right = 8
        case topLeft = 9
        case topRight = 10
        case bottomLeft = 11
        case bottomRight = 12
    }

    /// The parts of a view's layout that adapt when its superview is resized.
    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let flexibleLeftMargin = Self(rawValue: 1 << 0)
        public static let flexibleWidth = Self(rawValue: 1 << 1)
        public static let flexibleRightMargin = Self(rawValue: 1 << 2)
        public static let flexibleTopMargin = Self(rawValue: 1 << 3)
        public static let flexibleHeight = Self(rawValue: 1 << 4)
        public static let flexibleBottomMargin = Self(rawValue: 1 << 5)
    }

    /// The position and size in the superview, in points.
    open var frame: CGRect
    /// The background color.
    open var backgroundColor: UIColor?
    /// The tint color.
    open var tintColor: UIColor! = .systemBlue
    /// Whether the view is hidden.
    open var isHidden = false
    /// Whether the view is opaque.
    open var isOpaque = true
    /// The opacity: 0 is transparent, 1 is opaque.
    open var alpha: CGFloat = 1
    /// A number by which the view can be found.
    open var tag = 0
    /// How content fills the view.
    open var contentMode = ContentMode.scaleToFill
    /// Whether subviews are clipped to the view's bounds.
    open var clipsToBounds = false
    /// Whether the view receives touches.
    open var isUserInteractionEnabled = true
    /// The parts of the layout that adapt when the superview is resized.
    open var autoresizingMask: AutoresizingMask = []
    /// Whether ``autoresizingMask`` is translated into constraints.
    open var translatesAutoresizingMaskIntoConstraints = true
    /// The interface style of this view and its subviews. Available since iOS 13.0.
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
    /// The margins of the content.
    open var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
    /// The subviews, from back to front.
    public private(set) var subviews: [UIView] = []
    /// The view that contains this view.
    public private(set) weak var superview: UIView?
    /// The view's constraints.
    public private(set) var constraints: [NSLayoutConstraint] = []
    /// The gesture recognizers attached to the view.
    public private(set) var gestureRecognizers: [UIGestureRecognizer]?
    /// The view's layer.
    public let layer = CALayer()
    /// The area that is not covered by bars and rounded corners.
    public let safeAreaLayoutGuide = UILayoutGuide()
    /// The area inside the margins.
    public let layoutMarginsGuide = UILayoutGuide()

    /// Creates a view with a frame.
    public init(frame: CGRect) {
        self.frame = frame
        super.init()
    }

    /// Creates a view of size zero.
    public override convenience init() { self.init(frame: .zero) }

    /// Always returns `nil`: archived views are not supported.
    public required init?(coder: NSCoder) { return nil }

    /// Returns a proxy for the appearance of all views of this class. Changes to the proxy have no
    /// effect here.
    open class func appearance() -> UIView { UIView() }

    /// Returns a proxy for the appearance of views of this class inside the given containers.
    /// Changes to the proxy have no effect here.
    open class func appearance(whenContainedInInstancesOf containerTypes: [AnyClass]) -> UIView {
        UIView()
    }

    /// The view's rectangle in its own coordinate space.
    open var bounds: CGRect {
        get { CGRect(origin: .zero, size: frame.size) }
        set { frame.size = newValue.size }
    }

    /// The center in the superview's coordinate space.
    open var center: CGPoint {
        get { CGPoint(x: frame.midX, y: frame.midY) }
        set {
            frame.origin = CGPoint(
                x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2)
        }
    }

    /// The window that contains the view.
    open var window: UIWindow? { self as? UIWindow ?? superview?.window }

    /// The insets of bars and rounded corners; always zero.
    open var safeAreaInsets: UIEdgeInsets { .zero }

    /// The phone's traits.
    open var traitCollection: UITraitCollection { .current }

    /// The natural size of the content; by default -1 by -1, which means that the content has no
    /// natural size.
    open var intrinsicContentSize: CGSize { CGSize(width: -1, height: -1) }

    /// Adds a subview in front of the others.
    open func addSubview(_ view: UIView) {
        view.removeFromSuperview()
        subviews.append(view)
        view.superview = self
    }

    /// Inserts a subview at an index; an index beyond the end places the subview in front.
    open func insertSubview(_ view: UIView, at index: Int) {
        view.removeFromSuperview()
        subviews.insert(view, at: min(max(index, 0), subviews.count))
        view.superview = self
    }

    /// Inserts a subview behind another subview.
    open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
        insertSubview(view, at: subviews.firstIndex { $0 === siblingSubview } ?? 0)
    }

    /// Inserts a subview in front of another subview.
    open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
        let index = subviews.firstIndex { $0 === siblingSubview }
        insertSubview(view, at: index.map { $0 + 1 } ?? subviews.count)
    }

    /// Moves a subview in front of the others.
    open func bringSubviewToFront(_ view: UIView) {
        if view.superview === self { addSubview(view) }
    }

    /// Moves a subview behind the others.
    open func sendSubviewToBack(_ view: UIView) {
        if view.superview === self { insertSubview(view, at: 0) }
    }

    /// Removes the view from its superview.
    open func removeFromSuperview() {
        superview?.subviews.removeAll { $0 === self }
        superview = nil
    }

    /// Adds and activates a constraint.
    open func addConstraint(_ constraint: NSLayoutConstraint) { addConstraints([constraint]) }

    /// Adds and activates constraints.
    open func addConstraints(_ constraints: [NSLayoutConstraint]) {
        NSLayoutConstraint.activate(constraints)
        self.constraints += constraints
    }

    /// Removes and deactivates a constraint.
    open func removeConstraint(_ constraint: NSLayoutConstraint) {
        removeConstraints([constraint])
    }

    /// Removes and deactivates constraints.
    open func removeConstraints(_ constraints: [NSLayoutConstraint]) {
        NSLayoutConstraint.deactivate(constraints)
        self.constraints.removeAll { held in constraints.contains { $0 === held } }
    }

    /// Attaches a gesture recognizer. There are no touches here.
    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
    }

    /// Returns the view that has the given tag: this view or a view inside this view.
    open func viewWithTag(_ tag: Int) -> UIView? {
        if self.tag == tag { return self }
        for view in subviews {
            if let found = view.viewWithTag(tag) { return found }
        }
        return nil
    }

    /// Lays out the subviews. Has no effect here.
    open func layoutSubviews() {}

    /// Requests a layout. Has no effect here.
    open func setNeedsLayout() {}

    /// Calls ``layoutSubviews()``.
    open func layoutIfNeeded() { layoutSubviews() }

    /// Requests a redraw. Has no effect here.
    open func setNeedsDisplay() {}

    /// Requests an update of the constraints. Has no effect here.
    open func setNeedsUpdateConstraints() {}

    /// Updates the constraints. Has no effect here.
    open func updateConstraints() {}

    /// Draws the content; never called here.
    open func draw(_ rect: CGRect) {}

    /// Resizes the view to fit its content. Has no effect here.
    open func sizeToFit() {}

    /// Returns the size that fits the content; here, the view's current size.
    open func sizeThatFits(_ size: CGSize) -> CGSize { frame.size }

    /// The view was added to a window; never called here.
    open func didMoveToWindow() {}

    /// The view was added to or removed from a superview; never called here.
    open func didMoveToSuperview() {}

    /// The traits changed; never called here.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
}
