// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A spinning indicator of activity. Available since iOS 2.0.
@preconcurrency @MainActor
open class UIActivityIndicatorView: UIView {
    /// The size of the indicator.
    public enum Style: Int, Sendable {
        case medium = 100
        case large = 101
    }

    /// The indicator's style.
    open var style: Style
    /// Whether the indicator is hidden while it is not spinning.
    open var hidesWhenStopped = true
    /// The indicator's color.
    open var color: UIColor! = .gray
    /// Whether the indicator is spinning.
    public private(set) var isAnimating = false

    /// Creates an indicator with a style.
    public init(style: Style) {
        self.style = style
        super.init(frame: .zero)
    }

    /// Creates an indicator of medium size.
    public override init(frame: CGRect) {
        style = .medium
        super.init(frame: frame)
    }

    /// Always returns `nil`: archived views are not supported.
    public required init?(coder: NSCoder) { return nil }

    /// Starts the indicator.
    open func startAnimating() {
        isAnimating = true
        isHidden = false
    }

    /// Stops the indicator.
    open func stopAnimating() {
        isAnimating = false
        isHidden = hidesWhenStopped
    }
}

/// A progress bar. Available since iOS 2.0.
@preconcurrency @MainActor
open class UIProgressView: UIView {
    /// The progress, 0 to 1.
    open var progress: Float = 0
    /// The color of the completed part.
    open var progressTintColor: UIColor?

    /// Sets the progress.
    open func setProgress(_ progress: Float, animated: Bool) { self.progress = progress }
}

/// Views in a row or column. Available since iOS 9.0.
@preconcurrency @MainActor
open class UIStackView: UIView {
    /// The distribution of the views along the axis.
    public enum Distribution: Int, Sendable {
        case fill = 0
        case fillEqually = 1
        case fillProportionally = 2
        case equalSpacing = 3
        case equalCentering = 4
    }

    /// The alignment of the views across the axis.
    public enum Alignment: Int, Sendable {
        case fill = 0
        case leading = 1
        case firstBaseline = 2
        case center = 3
        case trailing = 4
        case lastBaseline = 5

        /// In a row, the views are aligned at the top.
        public static let top = Alignment.leading
        /// In a row, the views are aligned at the bottom.
        public static let bottom = Alignment.trailing
    }

    /// The arranged views.
    public private(set) var arrangedSubviews: [UIView] = []
    /// The direction of the stack.
    open var axis = NSLayoutConstraint.Axis.horizontal
    /// The distribution of the views along the axis.
    open var distribution = Distribution.fill
    /// The alignment of the views across the axis.
    open var alignment = Alignment.fill
    /// The distance between views, in points.
    open var spacing: CGFloat = 0
    /// Whether the layout is relative to the margins.
    open var isLayoutMarginsRelativeArrangement = false

    /// Creates a stack of views.
    public convenience init(arrangedSubviews views: [UIView]) {
        self.init(frame: .zero)
        for view in views { addArrangedSubview(view) }
    }

    /// Adds a view at the end.
    open func addArrangedSubview(_ view: UIView) {
        addSubview(view)
        arrangedSubviews.append(view)
    }

    /// Removes a view from the arrangement, but not from the subviews.
    open func removeArrangedSubview(_ view: UIView) {
        arrangedSubviews.removeAll { $0 === view }
    }
}

/// A view that applies an effect to its background. Available since iOS 8.0.
@preconcurrency @MainActor
open class UIVisualEffectView: UIView {
    /// The effect.
    open var effect: UIVisualEffect?
    /// The view to which content is added.
    public let contentView = UIView(frame: .zero)

    /// Creates a view with an effect.
    public init(effect: UIVisualEffect?) {
        self.effect = effect
        super.init(frame: .zero)
    }

    /// Always returns `nil`: archived views are not supported.
    public required init?(coder: NSCoder) { return nil }
}

/// An effect of a visual effect view. Available since iOS 8.0.
@preconcurrency @MainActor
open class UIVisualEffect: NSObject {}

/// A blur effect. Available since iOS 8.0.
@preconcurrency @MainActor
open class UIBlurEffect: UIVisualEffect {
    /// The style of a blur.
    public enum Style: Int, Sendable {
        case extraLight = 0
        case light = 1
        case dark = 2
        case regular = 4
        case prominent = 5
        case systemUltraThinMaterial = 6
        case systemThinMaterial = 7
        case systemMaterial = 8
        case systemThickMaterial = 9
        case systemChromeMaterial = 10
    }

    /// Creates a blur effect.
    public init(style: Style) { super.init() }
}

/// A generator of haptic impacts. Available since iOS 10.0. Has no effect here.
@preconcurrency @MainActor
open class UIImpactFeedbackGenerator: NSObject {
    /// The strength of an impact.
    public enum FeedbackStyle: Int, Sendable {
        case light = 0
        case medium = 1
        case heavy = 2
        case soft = 3
        case rigid = 4
    }

    /// Creates a generator.
    public init(style: FeedbackStyle = .medium) { super.init() }

    /// Prepares the generator. Has no effect here.
    open func prepare() {}

    /// Triggers an impact. Has no effect here.
    open func impactOccurred(intensity: CGFloat = 1) {}
}

/// A generator of haptic feedback about an outcome. Available since iOS 10.0. Has no effect here.
@preconcurrency @MainActor
open class UINotificationFeedbackGenerator: NSObject {
    /// The kind of outcome.
    public enum FeedbackType: Int, Sendable {
        case success = 0
        case warning = 1
        case error = 2
    }

    /// Prepares the generator. Has no effect here.
    open func prepare() {}

    /// Triggers the feedback. Has no effect here.
    open func notificationOccurred(_ notificationType: FeedbackType) {}
}
