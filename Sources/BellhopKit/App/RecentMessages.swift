// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The identifiers of the last messages.
struct RecentMessages {
    /// How many are remembered.
    static let countMax = 200

    private var ids: [String] = []

    /// - Returns: false when it is among them already.
    mutating func insert(_ id: String) -> Bool {
        guard !ids.contains(id) else { return false }
        ids.append(id)
        if ids.count > Self.countMax { ids.removeFirst() }
        return true
    }
}
