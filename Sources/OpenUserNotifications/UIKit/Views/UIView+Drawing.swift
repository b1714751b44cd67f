// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The part of UIKit's API for drawing and animation. Nothing is drawn here.
extension UIView {
    /// Options for an animation.
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

    /// Makes the changes immediately, without an animation.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval = 0,
        options: AnimationOptions = [], animations: @escaping () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        animations()
        completion?(true)
    }

    /// Makes the changes immediately, without an animation.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval,
        usingSpringWithDamping dampingRatio: CGFloat, initialSpringVelocity velocity: CGFloat,
        options: AnimationOptions = [], animations: @escaping () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        animations()
        completion?(true)
    }

    /// Makes the changes immediately, without an animation.
    public class func transition(
        with view: UIView, duration: TimeInterval, options: AnimationOptions = [],
        animations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
        animations?()
        completion?(true)
    }

    /// Makes the changes immediately, without an animation.
    public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
        actionsWithoutAnimation()
    }

    /// Turns animations on or off. Has no effect here.
    public class func setAnimationsEnabled(_ enabled: Bool) {}

    /// Returns the size that fits the content; here, the view's current size.
    public func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize { frame.size }

    /// Sets the priority with which the view resists growing. The value is not stored here.
    public func setContentHuggingPriority(
        _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
    ) {}

    /// Sets the priority with which the view resists shrinking. The value is not stored here.
    public func setContentCompressionResistancePriority(
        _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
    ) {}
}

/// The layer of a view. Available since iOS 2.0. The layer only stores the values that app code
/// sets.
@preconcurrency @MainActor
public final class CALayer: NSObject {
    /// The corner radius, in points.
    public var cornerRadius: CGFloat = 0
    /// The width of the border, in points.
    public var borderWidth: CGFloat = 0
    /// Whether sublayers are clipped to the layer's bounds.
    public var masksToBounds = false
    /// The opacity of the shadow, 0 to 1.
    public var shadowOpacity: Float = 0
    /// The blur radius of the shadow, in points.
    public var shadowRadius: CGFloat = 3
    /// The offset of the shadow.
    public var shadowOffset = CGSize.zero
    /// The layer's frame.
    public var frame = CGRect.zero
    /// The speed of the layer's time. Has no effect here.
    public var speed: Float = 1
    /// The opacity, 0 to 1.
    public var opacity: Float = 1
    /// The position on the z axis.
    public var zPosition: CGFloat = 0
    /// The border color.
    public var borderColor: CGColor?
    /// The shadow color.
    public var shadowColor: CGColor?
    /// The background color.
    public var backgroundColor: CGColor?
    /// The layer's name.
    public var name: String?

    /// Removes all animations. Has no effect here.
    public func removeAllAnimations() {}
}

/// A Core Graphics color. Available since iOS 2.0.
public final class CGColor: Sendable, Hashable {
    private let color: UIColor

    init(_ color: UIColor) { self.color = color }

    /// The opacity, 0 to 1.
    public var alpha: CGFloat { CGFloat(color.record.alpha) }

    public static func == (one: CGColor, other: CGColor) -> Bool { one.color == other.color }

    public func hash(into hasher: inout Hasher) { hasher.combine(color) }
}

extension UIColor {
    /// The Core Graphics color, for layers.
    public var cgColor: CGColor { CGColor(self) }
}

/// A gesture recognizer. Available since iOS 3.2. There are no touches here.
@preconcurrency @MainActor
open class UIGestureRecognizer: NSObject {
    /// Whether the recognizer is enabled.
    open var isEnabled = true
    /// The view to which the recognizer is attached.
    open weak var view: UIView?

    /// Creates a recognizer.
    public override init() { super.init() }
}

/// A recognizer of taps. Available since iOS 3.2.
@preconcurrency @MainActor
open class UITapGestureRecognizer: UIGestureRecognizer {
    /// The number of taps that the gesture requires.
    open var numberOfTapsRequired = 1
}
