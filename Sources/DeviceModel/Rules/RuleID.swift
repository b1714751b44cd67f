// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The identifier of a rule in ``DeviceRule/table``, for instance `SIL-7`.
///
/// An identifier that is not in the table is preserved, so that records of another version can be
/// read.
public struct RuleID: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }

    /// The row for this rule, if there is one.
    public var rule: DeviceRule? { DeviceRule.byID[self] }
}
