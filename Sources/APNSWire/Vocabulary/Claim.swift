// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Where a statement about Apple's systems comes from and how sure it is.
///
/// Every table row that says what APNs or iOS does carries one, so that "this is what Apple does"
/// can be told apart from "this is what Bellhop chose".
public struct Claim: Hashable, Sendable, Codable {
    /// How sure a statement is.
    public enum Grade: String, Hashable, Sendable, Codable, CaseIterable {
        /// Stated in Apple's current documentation.
        case documented
        /// Measured against Apple's servers or devices by somebody who is named.
        case measured
        /// Reported widely: production clients that rely on it, engineers' answers, bug reports.
        case reported
        /// Apple is silent; this is Bellhop's choice, and a switch where it matters.
        case chosen
    }

    public let grade: Grade
    /// The title of the page or the name of the report.
    public let source: String

    public init(_ grade: Grade, _ source: String) {
        self.grade = grade
        self.source = source
    }

    public static func documented(_ page: String) -> Claim { Claim(.documented, page) }
    public static func measured(_ report: String) -> Claim { Claim(.measured, report) }
    public static func reported(_ report: String) -> Claim { Claim(.reported, report) }
    public static func chosen(_ reason: String) -> Claim { Claim(.chosen, reason) }
}
