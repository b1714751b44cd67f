// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The lane of a message: messages that are equally urgent to send. Each lane has separate
/// connections to APNs and a share of the requests in flight, so that many messages of one lane do
/// not delay the messages of another.
///
/// In JSON and in a query, the lane is its name: `"lane": "otp"`.
public enum MessageLane: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// One-time codes that a person is waiting for.
    case otp
    /// Messages about something that concerns one person: a delivery, a payment, a reply.
    case transactional
    /// Updates of Live Activities.
    case live
    /// Campaigns, and other messages to many people.
    case bulk
    /// Background notifications, which show no text.
    case background

    /// The lane of a message that does not name one.
    public init(for pushType: PushType) {
        switch pushType {
        case .liveactivity: self = .live
        case .background: self = .background
        default: self = .transactional
        }
    }

    /// More urgent lanes come first.
    public static func < (a: MessageLane, b: MessageLane) -> Bool { a.position < b.position }

    private var position: Int {
        switch self {
        case .otp: 0
        case .transactional: 1
        case .live: 2
        case .bulk: 3
        case .background: 4
        }
    }
}
