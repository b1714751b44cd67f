// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Which of a person's handles it is. Apple: since iOS 10.2.
public struct INPersonHandleLabel: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Takes a label's text.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// At home.
    public static let home = Self(rawValue: "INPersonHandleLabelHome")
    /// At work.
    public static let work = Self(rawValue: "INPersonHandleLabelWork")
    /// An iPhone.
    public static let iPhone = Self(rawValue: "INPersonHandleLabeliPhone")
    /// A mobile phone.
    public static let mobile = Self(rawValue: "INPersonHandleLabelMobile")
    /// The main one.
    public static let main = Self(rawValue: "INPersonHandleLabelMain")
    /// Something else.
    public static let other = Self(rawValue: "INPersonHandleLabelOther")
}
