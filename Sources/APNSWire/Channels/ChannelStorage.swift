// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The storage policy of a channel: which broadcasts APNs stores for devices that are offline. The
/// raw value is the value of `message-storage-policy`.
///
/// The policy is set when the channel is created and cannot be changed. Source: "Sending channel
/// management requests to APNs".
public enum ChannelStorage: Int, Hashable, Sendable, Codable, CaseIterable {
    /// 0: APNs stores no broadcast, and allows more frequent broadcasts to the channel.
    case none = 0
    /// 1: APNs stores the newest broadcast for ``storedSecondsMax`` or until it expires, whichever
    /// comes first.
    case mostRecent = 1

    /// The longest time for which a broadcast is stored, in seconds: 8 hours (`LA-20`).
    public static let storedSecondsMax: Double = 8 * 60 * 60

    /// A description of the policy.
    public var summary: String {
        switch self {
        case .none: "no storage"
        case .mostRecent: "most recent message"
        }
    }
}
