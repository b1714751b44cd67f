// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A part of the screen. Apple: since iOS 2.0.
///
/// Nothing is drawn: it keeps what app code sets, so that this code runs and can be tested.
@MainActor
open class UIView: UIResponder {
    /// Place and size in the view above, in points.
    open var frame: CGRect
    /// The colour behind the content.
    open var backgroundColor: UIColor?
    /// The colour of what can be touched.
    open var tintColor: UIColor?
    /// Whether it cannot be seen.
    open var isHidden = false
    /// 0 is invisible, 1 is opaque.
    open var alpha: CGFloat = 1
    /// Any number, to find it by.
    open var tag = 0
    /// What is spoken for it.
    open var accessibilityLabel: String?
    /// The views inside, from back to front.
    public private(set) var subviews: [UIView] = []
    /// The view around it.
    public private(set) weak var superview: UIView?

    /// A view.
    public init(frame: CGRect) {
        self.frame = frame
        super.init()
    }

    /// A view without size.
    public override convenience init() { self.init(frame: .zero) }

    /// Archives of views are not read.
    public required init?(coder: NSCoder) { return nil }

    /// The view's own rectangle.
    public var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }

    /// Puts a view inside, in front.
    open func addSubview(_ view: UIView) {
        view.removeFromSuperview()
        subviews.append(view)
        view.superview = self
    }

    /// Takes it out of the view around it.
    open func removeFromSuperview() {
        superview?.subviews.removeAll { $0 === self }
        superview = nil
    }

    /// Places what is inside; does nothing here.
    open func layoutSubviews() {}

    /// Asks to be laid out; nothing is drawn here.
    open func setNeedsLayout() {}
}
