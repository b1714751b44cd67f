// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What APNs keeps of a channel for devices that are away: `message-storage-policy`.
///
/// It is said when the channel is created and cannot be changed. Source: "Sending channel
/// management requests to APNs".
public enum ChannelStorage: Int, Hashable, Sendable, Codable, CaseIterable {
    /// 0: nothing. Such a channel may publish more.
    case none = 0
    /// 1: the newest broadcast, for ``keptSecondsMax`` or until its expiration if that is sooner.
    case mostRecent = 1

    /// How long a broadcast is kept at most, in seconds: 8 hours (`LA-20`).
    public static let keptSecondsMax: Double = 8 * 60 * 60

    /// The policy in words.
    public var words: String {
        switch self {
        case .none: "no storage"
        case .mostRecent: "most recent message"
        }
    }
}
