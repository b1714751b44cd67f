// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension AudienceFilter {
    /// Whether the storage can find the installations with an index instead of examining every
    /// installation of the app. For this, an index must support every branch of an `or`, and at
    /// least one part of an `and`.
    package var isIndexed: Bool {
        switch self {
        // For `all`, the entries of an index are counted; no installation is examined.
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

    /// Whether the condition may exclude installations of the app.
    private var isNarrow: Bool {
        switch self {
        case .all, .app: false
        case .and(let filters): filters.contains { $0.isNarrow }
        case .or(let filters): filters.allSatisfy { $0.isNarrow }
        default: true
        }
    }
}
