// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How strongly a constraint holds, 0 to 1000. Apple: since iOS 6.0.
public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
    public var rawValue: Float

    public init(rawValue: Float) { self.rawValue = rawValue }

    /// A priority.
    public init(_ rawValue: Float) { self.rawValue = rawValue }

    /// It must hold.
    public static let required = Self(1_000)
    /// It should hold.
    public static let defaultHigh = Self(750)
    /// It may give way.
    public static let defaultLow = Self(250)
}

/// A tie between edges or sizes. Apple: since iOS 6.0.
///
/// Nothing is laid out here: it keeps what app code sets.
@preconcurrency @MainActor
open class NSLayoutConstraint: NSObject {
    /// An edge, centre or size.
    public enum Attribute: Int, Sendable {
        case left = 1
        case right = 2
        case top = 3
        case bottom = 4
        case leading = 5
        case trailing = 6
        case width = 7
        case height = 8
        case centerX = 9
        case centerY = 10
        case lastBaseline = 11
        case firstBaseline = 12
        case notAnAttribute = 0
    }

    /// How two sides compare.
    public enum Relation: Int, Sendable {
        case lessThanOrEqual = -1
        case equal = 0
        case greaterThanOrEqual = 1
    }

    /// From left to right, or from top to bottom.
    public enum Axis: Int, Sendable {
        case horizontal = 0
        case vertical = 1
    }

    /// Points that are added.
    open var constant: CGFloat
    /// Whether it holds.
    open var isActive = false
    /// How strongly it holds.
    open var priority: UILayoutPriority = .required
    /// Its name.
    open var identifier: String?

    init(constant: CGFloat) {
        self.constant = constant
        super.init()
    }

    /// A tie between two items.
    public convenience init(
        item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation,
        toItem view2: Any?, attribute attr2: Attribute, multiplier: CGFloat, constant c: CGFloat
    ) {
        self.init(constant: c)
    }

    /// Makes them hold.
    open class func activate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = true }
    }

    /// Lets them go.
    open class func deactivate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = false }
    }

    /// Ties written as a text, which is not read here: none.
    open class func constraints(
        withVisualFormat format: String, options opts: Int = 0, metrics: [String: Any]?,
        views: [String: Any]
    ) -> [NSLayoutConstraint] {
        []
    }
}
