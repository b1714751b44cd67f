// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The audience of a campaign: a tree of conditions on installations.
///
/// In JSON, each node is an object with one of the keys `all`, `app`, `users`, `installations`,
/// `tags`, `topics`, `attribute`, `one_of`, `exists`, `and`, `or`, `not`, for instance
/// `{"and": [{"tags": ["news"]}, {"not": {"users": ["alex"]}}]}`. People write a filter as one
/// line; see ``AudienceParser`` and ``line``.
package indirect enum AudienceFilter: Hashable, Sendable {
    /// Every installation.
    case all
    /// Installations of an app, by bundle identifier.
    case app(String)
    /// Installations of any of these users.
    case users([String])
    /// Any of these installations, by identifier.
    case installations([String])
    /// Installations with any of these tags.
    case tags([String])
    /// Installations that are subscribed to any of these topics.
    case topics([String])
    /// Installations that have the attribute, with a value for which the comparison is true. An
    /// installation without the attribute, or with a value of another type, is not in the audience.
    case attribute(String, Comparison, Value)
    /// Installations whose attribute has one of these values.
    case oneOf(String, [Value])
    /// Installations that have the attribute, with any value.
    case exists(String)
    /// Installations that are in all of these audiences.
    case and([AudienceFilter])
    /// Installations that are in any of these audiences.
    case or([AudienceFilter])
    case not(AudienceFilter)

    /// An operator that compares the value of an attribute with a given value.
    package enum Comparison: String, CaseIterable, Sendable, Codable {
        case equal = "="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
    }

    /// The value of an attribute.
    package enum Value: Hashable, Sendable {
        case text(String)
        case number(Double)
        case flag(Bool)
        /// A time, in milliseconds since 1970.
        case date(Int64)
        /// The time this many seconds before the filter is applied; see ``resolved(at:)``.
        case ago(Int64)
    }

    /// The limits of a filter; a filter that exceeds one of them is refused.
    package enum Limits {
        /// The maximum depth of nested conditions.
        package static let depthMax = 8
        /// The maximum number of conditions.
        package static let nodeCountMax = 100
        /// The maximum number of strings in one list.
        package static let listCountMax = 10_000
        /// The maximum number of bytes in a string.
        package static let textByteCountMax = 255
        /// The maximum number of bytes in a line.
        package static let lineByteCountMax = 8_192
        /// The maximum number of seconds in a time such as `7d ago`: 100 years.
        package static let agoSecondsMax: Int64 = 36_525 * 24 * 3600
        /// The last time that a filter can contain: the end of the year 9999.
        package static let dateMax: Int64 = 253_402_300_799_999
        /// The maximum number of installations of an app that a filter may search if none of its
        /// conditions uses an index.
        package static let unindexedInstallationsMax = 1_000_000
    }

    /// Checks that the filter does not exceed ``Limits``.
    ///
    /// - Throws: ``AudienceFilterError``.
    package func validate() throws(AudienceFilterError) {
        var nodeCount = 0
        try validate(depth: 1, nodeCount: &nodeCount)
    }

    private func validate(depth: Int, nodeCount: inout Int) throws(AudienceFilterError) {
        nodeCount += 1
        guard depth <= Limits.depthMax else { throw .tooDeep }
        guard nodeCount <= Limits.nodeCountMax else { throw .tooManyConditions }
        switch self {
        case .all: break
        case .app(let text): try Self.check([text], key: "app")
        case .users(let texts): try Self.check(texts, key: "users")
        case .installations(let texts): try Self.check(texts, key: "installations")
        case .tags(let texts): try Self.check(texts, key: "tags")
        case .topics(let texts): try Self.check(texts, key: "topics")
        case .attribute(let name, _, let value):
            try Self.check([name], key: "attribute")
            try Self.check(value, key: "attribute")
        case .oneOf(let name, let values):
            try Self.check([name], key: "one_of")
            guard !values.isEmpty else { throw .emptyList(key: "one_of") }
            guard values.count <= Limits.listCountMax else { throw .tooLong(key: "one_of") }
            for value in values { try Self.check(value, key: "one_of") }
        case .exists(let name): try Self.check([name], key: "exists")
        case .and(let filters), .or(let filters):
            guard !filters.isEmpty else { throw .emptyList(key: depth == 1 ? "and, or" : "and") }
            for filter in filters { try filter.validate(depth: depth + 1, nodeCount: &nodeCount) }
        case .not(let filter): try filter.validate(depth: depth + 1, nodeCount: &nodeCount)
        }
    }

    private static func check(_ texts: [String], key: String) throws(AudienceFilterError) {
        guard !texts.isEmpty else { throw .emptyList(key: key) }
        guard texts.count <= Limits.listCountMax else { throw .tooLong(key: key) }
        for text in texts where !isUsable(text) { throw .badText(key: key) }
    }

    private static func check(_ value: Value, key: String) throws(AudienceFilterError) {
        switch value {
        case .text(let text): if !isUsable(text) { throw .badText(key: key) }
        case .number(let number): if !number.isFinite { throw .badNumber }
        case .flag: break
        case .date(let date): if !(0...Limits.dateMax).contains(date) { throw .badDate }
        case .ago(let seconds):
            if !(0...Limits.agoSecondsMax).contains(seconds) { throw .badDate }
        }
    }

    /// Returns whether a filter may contain a text. Databases cannot store every control character.
    static func isUsable(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= Limits.textByteCountMax
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}
