// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What UIKit calls or does while it draws. Nothing is drawn here.
extension UIView {
    /// How an animation runs.
    public struct AnimationOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let layoutSubviews = Self(rawValue: 1 << 0)
        public static let allowUserInteraction = Self(rawValue: 1 << 1)
        public static let beginFromCurrentState = Self(rawValue: 1 << 2)
        public static let `repeat` = Self(rawValue: 1 << 3)
        public static let autoreverse = Self(rawValue: 1 << 4)
        public static let curveEaseInOut: Self = []
        public static let curveEaseIn = Self(rawValue: 1 << 16)
        public static let curveEaseOut = Self(rawValue: 1 << 17)
        public static let curveLinear = Self(rawValue: 1 << 18)
        public static let transitionCrossDissolve = Self(rawValue: 5 << 20)
        public static let transitionFlipFromLeft = Self(rawValue: 1 << 20)
        public static let transitionFlipFromRight = Self(rawValue: 2 << 20)
    }

    /// Makes changes, at once.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval = 0,
        options: AnimationOptions = [], animations: @escaping () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        animations()
        completion?(true)
    }

    /// Makes changes, at once.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval,
        usingSpringWithDamping dampingRatio: CGFloat, initialSpringVelocity velocity: CGFloat,
        options: AnimationOptions = [], animations: @escaping () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        animations()
        completion?(true)
    }

    /// Makes changes, at once.
    public class func transition(
        with view: UIView, duration: TimeInterval, options: AnimationOptions = [],
        animations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
        animations?()
        completion?(true)
    }

    /// Makes changes, at once.
    public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
        actionsWithoutAnimation()
    }

    /// Whether changes are animated; nothing is animated here.
    public class func setAnimationsEnabled(_ enabled: Bool) {}

    /// Which size would hold its content: its own.
    public func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize { frame.size }

    /// How strongly it keeps from growing; kept nowhere.
    public func setContentHuggingPriority(
        _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
    ) {}

    /// How strongly it keeps from shrinking; kept nowhere.
    public func setContentCompressionResistancePriority(
        _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
    ) {}
}

/// What is drawn of a view. Apple: since iOS 2.0. It keeps what app code sets.
@preconcurrency @MainActor
public final class CALayer: NSObject {
    /// How round the corners are, in points.
    public var cornerRadius: CGFloat = 0
    /// How wide the border is, in points.
    public var borderWidth: CGFloat = 0
    /// Whether what lies outside is cut off.
    public var masksToBounds = false
    /// How opaque the shadow is, 0 to 1.
    public var shadowOpacity: Float = 0
    /// How far the shadow reaches, in points.
    public var shadowRadius: CGFloat = 3
    /// Where the shadow falls.
    public var shadowOffset = CGSize.zero
    /// Its rectangle.
    public var frame = CGRect.zero
    /// How fast its time runs; nothing is animated here.
    public var speed: Float = 1
    /// How opaque it is, 0 to 1.
    public var opacity: Float = 1
    /// Which layer is in front.
    public var zPosition: CGFloat = 0
    /// The border's colour.
    public var borderColor: CGColor?
    /// The shadow's colour.
    public var shadowColor: CGColor?
    /// The colour behind the content.
    public var backgroundColor: CGColor?
    /// Its name.
    public var name: String?

    /// Ends animations; there are none.
    public func removeAllAnimations() {}
}

/// A colour of Core Graphics. Apple: since iOS 2.0.
public final class CGColor: Sendable, Hashable {
    private let color: UIColor

    init(_ color: UIColor) { self.color = color }

    /// How opaque it is, 0 to 1.
    public var alpha: CGFloat { CGFloat(color.record.alpha) }

    public static func == (one: CGColor, other: CGColor) -> Bool { one.color == other.color }

    public func hash(into hasher: inout Hasher) { hasher.combine(color) }
}

extension UIColor {
    /// The colour, for layers.
    public var cgColor: CGColor { CGColor(self) }
}

/// Who watches touches. Apple: since iOS 3.2. There are no touches here.
@preconcurrency @MainActor
open class UIGestureRecognizer: NSObject {
    /// Whether it watches.
    open var isEnabled = true
    /// The view it watches.
    open weak var view: UIView?

    /// A recognizer.
    public override init() { super.init() }
}

/// Who watches taps. Apple: since iOS 3.2.
@preconcurrency @MainActor
open class UITapGestureRecognizer: UIGestureRecognizer {
    /// How many taps make one.
    open var numberOfTapsRequired = 1
}
