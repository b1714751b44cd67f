// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A wheel that says that something is going on. Apple: since iOS 2.0.
@preconcurrency @MainActor
open class UIActivityIndicatorView: UIView {
    /// How large the wheel is.
    public enum Style: Int, Sendable {
        case medium = 100
        case large = 101
    }

    /// How large it is.
    open var style: Style
    /// Whether it goes when it stops.
    open var hidesWhenStopped = true
    /// Its colour.
    open var color: UIColor! = .gray
    /// Whether it turns.
    public private(set) var isAnimating = false

    /// A wheel.
    public init(style: Style) {
        self.style = style
        super.init(frame: .zero)
    }

    /// A wheel.
    public override init(frame: CGRect) {
        style = .medium
        super.init(frame: frame)
    }

    /// Archives of views are not read.
    public required init?(coder: NSCoder) { return nil }

    /// Lets it turn.
    open func startAnimating() {
        isAnimating = true
        isHidden = false
    }

    /// Stops it.
    open func stopAnimating() {
        isAnimating = false
        isHidden = hidesWhenStopped
    }
}

/// A bar that fills. Apple: since iOS 2.0.
@preconcurrency @MainActor
open class UIProgressView: UIView {
    /// How full it is, 0 to 1.
    open var progress: Float = 0
    /// The colour of the full part.
    open var progressTintColor: UIColor?

    /// Fills it.
    open func setProgress(_ progress: Float, animated: Bool) { self.progress = progress }
}

/// Views in a row. Apple: since iOS 9.0.
@preconcurrency @MainActor
open class UIStackView: UIView {
    /// How views share the row.
    public enum Distribution: Int, Sendable {
        case fill = 0
        case fillEqually = 1
        case fillProportionally = 2
        case equalSpacing = 3
        case equalCentering = 4
    }

    /// How views stand across the row.
    public enum Alignment: Int, Sendable {
        case fill = 0
        case leading = 1
        case firstBaseline = 2
        case center = 3
        case trailing = 4
        case lastBaseline = 5

        /// At the top.
        public static let top = Alignment.leading
        /// At the bottom.
        public static let bottom = Alignment.trailing
    }

    /// The views of the row.
    public private(set) var arrangedSubviews: [UIView] = []
    /// The row's direction.
    open var axis = NSLayoutConstraint.Axis.horizontal
    /// How views share the row.
    open var distribution = Distribution.fill
    /// How views stand across the row.
    open var alignment = Alignment.fill
    /// Points between views.
    open var spacing: CGFloat = 0
    /// Whether the margins count.
    open var isLayoutMarginsRelativeArrangement = false

    /// A row of views.
    public convenience init(arrangedSubviews views: [UIView]) {
        self.init(frame: .zero)
        for view in views { addArrangedSubview(view) }
    }

    /// Adds a view at the end.
    open func addArrangedSubview(_ view: UIView) {
        addSubview(view)
        arrangedSubviews.append(view)
    }

    /// Takes a view out of the row, but not out of this view.
    open func removeArrangedSubview(_ view: UIView) {
        arrangedSubviews.removeAll { $0 === view }
    }
}

/// A view that blurs or colours what is behind. Apple: since iOS 8.0.
@preconcurrency @MainActor
open class UIVisualEffectView: UIView {
    /// What it does.
    open var effect: UIVisualEffect?
    /// Where views are put.
    public let contentView = UIView(frame: .zero)

    /// A view with an effect.
    public init(effect: UIVisualEffect?) {
        self.effect = effect
        super.init(frame: .zero)
    }

    /// Archives of views are not read.
    public required init?(coder: NSCoder) { return nil }
}

/// What a view does with what is behind. Apple: since iOS 8.0.
@preconcurrency @MainActor
open class UIVisualEffect: NSObject {}

/// A blur. Apple: since iOS 8.0.
@preconcurrency @MainActor
open class UIBlurEffect: UIVisualEffect {
    /// How a blur looks.
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

    /// A blur.
    public init(style: Style) { super.init() }
}

/// A knock that the person feels. Apple: since iOS 10.0. It is not felt here.
@preconcurrency @MainActor
open class UIImpactFeedbackGenerator: NSObject {
    /// How hard the knock is.
    public enum FeedbackStyle: Int, Sendable {
        case light = 0
        case medium = 1
        case heavy = 2
        case soft = 3
        case rigid = 4
    }

    /// A knock.
    public init(style: FeedbackStyle = .medium) { super.init() }

    /// Gets ready.
    open func prepare() {}

    /// Knocks.
    open func impactOccurred(intensity: CGFloat = 1) {}
}

/// A knock that says how something went. Apple: since iOS 10.0. It is not felt here.
@preconcurrency @MainActor
open class UINotificationFeedbackGenerator: NSObject {
    /// How it went.
    public enum FeedbackType: Int, Sendable {
        case success = 0
        case warning = 1
        case error = 2
    }

    /// Gets ready.
    open func prepare() {}

    /// Knocks.
    open func notificationOccurred(_ notificationType: FeedbackType) {}
}
