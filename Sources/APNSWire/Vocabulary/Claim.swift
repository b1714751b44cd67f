// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The source of a statement about Apple's systems, and how certain the statement is.
///
/// Every table row about the behaviour of APNs or iOS has a claim, so that Apple's behaviour can be
/// distinguished from Bellhop's choices.
public struct Claim: Hashable, Sendable, Codable {
    /// How certain a statement is.
    public enum Grade: String, Hashable, Sendable, Codable, CaseIterable {
        /// Stated in Apple's current documentation.
        case documented
        /// Measured against Apple's servers or devices by a named source.
        case measured
        /// Reported widely: client software in production use relies on the statement, or replies
        /// of Apple engineers or bug reports contain it.
        case reported
        /// Chosen by Bellhop, because Apple documents nothing. Where the choice matters, an option
        /// can change it.
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
