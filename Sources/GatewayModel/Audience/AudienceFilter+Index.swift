// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension AudienceFilter {
    /// Whether the storage finds the installations by an index, without examining every
    /// installation of the app: all branches of every `or`, and one part of an `and`, have a
    /// condition that an index supports.
    package var isIndexed: Bool {
        switch self {
        // The number of all installations is the number of an index's entries.
        case .all, .app, .users, .installations, .tags, .topics: true
        case .attribute(let name, let comparison, _):
            comparison != .notEqual && AudienceField(rawValue: name)?.isIndexed != false
        case .oneOf(let name, _): AudienceField(rawValue: name)?.isIndexed != false
        case .exists(let name): AudienceField(rawValue: name) == nil
        case .and(let filters): filters.contains { $0.isNarrow && $0.isIndexed }
        case .or(let filters): filters.allSatisfy { $0.isIndexed }
        case .not: false
        }
    }

    /// Whether the condition may leave out installations of the app.
    private var isNarrow: Bool {
        switch self {
        case .all, .app: false
        case .and(let filters): filters.contains { $0.isNarrow }
        case .or(let filters): filters.allSatisfy { $0.isNarrow }
        default: true
        }
    }
}
