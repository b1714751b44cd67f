// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The priority of a constraint, 0 to 1000. Available since iOS 6.0.
public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
    public var rawValue: Float

    public init(rawValue: Float) { self.rawValue = rawValue }

    /// Creates a priority.
    public init(_ rawValue: Float) { self.rawValue = rawValue }

    /// The priority of a required constraint.
    public static let required = Self(1_000)
    /// A high priority.
    public static let defaultHigh = Self(750)
    /// A low priority.
    public static let defaultLow = Self(250)
}

/// A constraint between edges or sizes. Available since iOS 6.0.
///
/// Nothing is laid out here: a constraint only stores the values that app code sets.
@preconcurrency @MainActor
open class NSLayoutConstraint: NSObject {
    /// An edge, center or size.
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

    /// The relation between the two sides of a constraint.
    public enum Relation: Int, Sendable {
        case lessThanOrEqual = -1
        case equal = 0
        case greaterThanOrEqual = 1
    }

    /// The horizontal or vertical axis.
    public enum Axis: Int, Sendable {
        case horizontal = 0
        case vertical = 1
    }

    /// The constant, in points.
    open var constant: CGFloat
    /// Whether the constraint is active.
    open var isActive = false
    /// The priority.
    open var priority: UILayoutPriority = .required
    /// The identifier.
    open var identifier: String?

    init(constant: CGFloat) {
        self.constant = constant
        super.init()
    }

    /// Creates a constraint between two items. Only the constant is stored.
    public convenience init(
        item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation,
        toItem view2: Any?, attribute attr2: Attribute, multiplier: CGFloat, constant c: CGFloat
    ) {
        self.init(constant: c)
    }

    /// Activates constraints.
    open class func activate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = true }
    }

    /// Deactivates constraints.
    open class func deactivate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = false }
    }

    /// Returns the constraints of a visual format; always empty, because the format is not parsed
    /// here.
    open class func constraints(
        withVisualFormat format: String, options opts: Int = 0, metrics: [String: Any]?,
        views: [String: Any]
    ) -> [NSLayoutConstraint] {
        []
    }
}
