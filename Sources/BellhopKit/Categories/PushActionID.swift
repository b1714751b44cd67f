// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The identifier of an action, defined by the app: add a constant to an extension of this type for
/// each action of the app's categories.
///
/// ```swift
/// extension PushActionID { static let reply: Self = "reply" }
/// ```
public struct PushActionID: RawRepresentable, Hashable, Sendable, Codable,
    ExpressibleByStringLiteral
{
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
}

/// The identifier of a category, as the server sends it in `aps.category`.
public struct PushCategoryID: RawRepresentable, Hashable, Sendable, Codable,
    ExpressibleByStringLiteral
{
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
}
