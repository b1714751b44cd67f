// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The name of an action, of the app's own: add one to an extension of this type for each action
/// that the app's categories have.
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

/// The name of a category, as the server writes it into `aps.category`.
public struct PushCategoryID: RawRepresentable, Hashable, Sendable, Codable,
    ExpressibleByStringLiteral
{
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
}
