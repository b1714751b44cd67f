// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a filter is refused.
package enum AudienceFilterError: Error, Hashable, Sendable, CustomStringConvertible {
    case tooDeep
    case tooManyConditions
    case emptyList(key: String)
    case tooLong(key: String)
    case badText(key: String)
    case badNumber
    case badDate
    case unknownKey(String)
    case notOneKey(Int)

    package var description: String {
        switch self {
        case .tooDeep:
            "the filter is nested more than \(AudienceFilter.Limits.depthMax) levels deep; use "
                + "fewer levels"
        case .tooManyConditions:
            "the filter has more than \(AudienceFilter.Limits.nodeCountMax) conditions; put values "
                + "of the same kind into one list"
        case .emptyList(let key): "\"\(key)\" is empty; name at least one value"
        case .tooLong(let key):
            "\"\(key)\" has more than \(AudienceFilter.Limits.listCountMax) values; give the "
                + "installations a tag and filter by it"
        case .badText(let key):
            "a text in \"\(key)\" is empty, has a control character or is longer than "
                + "\(AudienceFilter.Limits.textByteCountMax) bytes; use 1 to "
                + "\(AudienceFilter.Limits.textByteCountMax) bytes without line breaks"
        case .badNumber: "the number of an attribute is not finite; use a finite number"
        case .badDate:
            "a date is outside of the years 1970 to 9999; use a date in these years, or a time "
                + "such as 7d ago"
        case .unknownKey(let key):
            "\"\(key)\" is not a condition; use all, app, users, installations, tags, topics, "
                + "attribute, one_of, exists, and, or, not"
        case .notOneKey(let count):
            "a condition has exactly one key, but this has \(count); combine conditions with "
                + "\"and\""
        }
    }
}
