// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The identifiers of the most recent messages.
struct RecentMessages {
    /// The maximum number of identifiers.
    static let countMax = 200

    private var ids: [String] = []

    /// - Returns: `false` when the identifier is already present.
    mutating func insert(_ id: String) -> Bool {
        guard !ids.contains(id) else { return false }
        ids.append(id)
        if ids.count > Self.countMax { ids.removeFirst() }
        return true
    }
}
