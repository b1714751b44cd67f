// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The label that distinguishes a person's handles. Available since iOS 10.2.
public struct INPersonHandleLabel: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a label from its text.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The handle is for the person's home.
    public static let home = Self(rawValue: "INPersonHandleLabelHome")
    /// The handle is for the person's work.
    public static let work = Self(rawValue: "INPersonHandleLabelWork")
    /// The handle is for the person's iPhone.
    public static let iPhone = Self(rawValue: "INPersonHandleLabeliPhone")
    /// The handle is for a mobile phone.
    public static let mobile = Self(rawValue: "INPersonHandleLabelMobile")
    /// The main handle.
    public static let main = Self(rawValue: "INPersonHandleLabelMain")
    /// Any other handle.
    public static let other = Self(rawValue: "INPersonHandleLabelOther")
}
