// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A part of the screen. Apple: since iOS 2.0.
///
/// Nothing is drawn: it keeps what app code sets, so that this code runs and can be tested.
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

    /// What gives way when the view around changes its size.
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

    /// Place and size in the view above, in points.
    open var frame: CGRect
    /// The colour behind the content.
    open var backgroundColor: UIColor?
    /// The colour of what can be touched.
    open var tintColor: UIColor! = .systemBlue
    /// Whether it cannot be seen.
    open var isHidden = false
    /// Whether nothing shines through.
    open var isOpaque = true
    /// 0 is invisible, 1 is opaque.
    open var alpha: CGFloat = 1
    /// Any number, to find it by.
    open var tag = 0
    /// How its content fills it.
    open var contentMode = ContentMode.scaleToFill
    /// Whether what lies outside of it is cut off.
    open var clipsToBounds = false
    /// Whether it takes touches.
    open var isUserInteractionEnabled = true
    /// What gives way when the view around changes its size.
    open var autoresizingMask: AutoresizingMask = []
    /// Whether ``autoresizingMask`` makes constraints.
    open var translatesAutoresizingMaskIntoConstraints = true
    /// Light or dark, for this view and what is inside. Since iOS 13.0.
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
    /// Distances of the content from the edges.
    open var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
    /// The views inside, from back to front.
    public private(set) var subviews: [UIView] = []
    /// The view around it.
    public private(set) weak var superview: UIView?
    /// The ties that it holds.
    public private(set) var constraints: [NSLayoutConstraint] = []
    /// Who watches touches.
    public private(set) var gestureRecognizers: [UIGestureRecognizer]?
    /// What is drawn of it.
    public let layer = CALayer()
    /// The part that bars and corners leave free.
    public let safeAreaLayoutGuide = UILayoutGuide()
    /// The part inside the margins.
    public let layoutMarginsGuide = UILayoutGuide()

    /// A view.
    public init(frame: CGRect) {
        self.frame = frame
        super.init()
    }

    /// A view without size.
    public override convenience init() { self.init(frame: .zero) }

    /// Archives of views are not read.
    public required init?(coder: NSCoder) { return nil }

    /// Where settings for all views of this class go; they change nothing here.
    open class func appearance() -> UIView { UIView() }

    /// Where settings for views of this class inside others go; they change nothing here.
    open class func appearance(whenContainedInInstancesOf containerTypes: [AnyClass]) -> UIView {
        UIView()
    }

    /// The view's own rectangle.
    open var bounds: CGRect {
        get { CGRect(origin: .zero, size: frame.size) }
        set { frame.size = newValue.size }
    }

    /// Its middle, in the view around it.
    open var center: CGPoint {
        get { CGPoint(x: frame.midX, y: frame.midY) }
        set {
            frame.origin = CGPoint(
                x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2)
        }
    }

    /// The window it is in.
    open var window: UIWindow? { self as? UIWindow ?? superview?.window }

    /// What bars and corners cover: nothing.
    open var safeAreaInsets: UIEdgeInsets { .zero }

    /// The traits of the phone.
    open var traitCollection: UITraitCollection { .current }

    /// The size it wants by itself: none.
    open var intrinsicContentSize: CGSize { CGSize(width: -1, height: -1) }

    /// Puts a view inside, in front.
    open func addSubview(_ view: UIView) {
        view.removeFromSuperview()
        subviews.append(view)
        view.superview = self
    }

    /// Puts a view inside; an index beyond the end puts it in front.
    open func insertSubview(_ view: UIView, at index: Int) {
        view.removeFromSuperview()
        subviews.insert(view, at: min(max(index, 0), subviews.count))
        view.superview = self
    }

    /// Puts a view inside, behind another.
    open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
        insertSubview(view, at: subviews.firstIndex { $0 === siblingSubview } ?? 0)
    }

    /// Puts a view inside, in front of another.
    open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
        let index = subviews.firstIndex { $0 === siblingSubview }
        insertSubview(view, at: index.map { $0 + 1 } ?? subviews.count)
    }

    /// Puts a view inside in front of the others.
    open func bringSubviewToFront(_ view: UIView) {
        if view.superview === self { addSubview(view) }
    }

    /// Puts a view inside behind the others.
    open func sendSubviewToBack(_ view: UIView) {
        if view.superview === self { insertSubview(view, at: 0) }
    }

    /// Takes it out of the view around it.
    open func removeFromSuperview() {
        superview?.subviews.removeAll { $0 === self }
        superview = nil
    }

    /// Holds a tie.
    open func addConstraint(_ constraint: NSLayoutConstraint) { addConstraints([constraint]) }

    /// Holds ties.
    open func addConstraints(_ constraints: [NSLayoutConstraint]) {
        NSLayoutConstraint.activate(constraints)
        self.constraints += constraints
    }

    /// Lets a tie go.
    open func removeConstraint(_ constraint: NSLayoutConstraint) {
        removeConstraints([constraint])
    }

    /// Lets ties go.
    open func removeConstraints(_ constraints: [NSLayoutConstraint]) {
        NSLayoutConstraint.deactivate(constraints)
        self.constraints.removeAll { held in constraints.contains { $0 === held } }
    }

    /// Lets somebody watch touches; there are none here.
    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
    }

    /// The view with a number, itself or inside.
    open func viewWithTag(_ tag: Int) -> UIView? {
        if self.tag == tag { return self }
        for view in subviews {
            if let found = view.viewWithTag(tag) { return found }
        }
        return nil
    }

    /// Places what is inside; does nothing here.
    open func layoutSubviews() {}

    /// Asks to be laid out; nothing is drawn here.
    open func setNeedsLayout() {}

    /// Lays out what asked for it; nothing is drawn here.
    open func layoutIfNeeded() { layoutSubviews() }

    /// Asks to be drawn; nothing is drawn here.
    open func setNeedsDisplay() {}

    /// Asks for new constraints; nothing is laid out here.
    open func setNeedsUpdateConstraints() {}

    /// Makes constraints; does nothing here.
    open func updateConstraints() {}

    /// Draws the content; never called here.
    open func draw(_ rect: CGRect) {}

    /// Takes the size of the content; does nothing here.
    open func sizeToFit() {}

    /// Which size would hold the content: its own.
    open func sizeThatFits(_ size: CGSize) -> CGSize { frame.size }

    /// It was put into a window; never called here.
    open func didMoveToWindow() {}

    /// It was put into a view or taken out; never called here.
    open func didMoveToSuperview() {}

    /// Its traits changed; never called here.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
}
