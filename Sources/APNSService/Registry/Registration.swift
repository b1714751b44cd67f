// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One device token with the app, device and environment that it represents.
public struct Registration: Hashable, Sendable, Codable {
    public let token: DeviceToken
    public let deviceID: String
    public let bundleID: String
    public let environment: APNSEnvironment
    public let family: TokenFamily
    /// A text that distinguishes several tokens of one family, for instance the identifier of a
    /// Live Activity; otherwise empty.
    public let instance: String
    public internal(set) var registeredAt: Date
    /// The time and the cause of the token's invalidation; `nil` while the token is valid.
    public internal(set) var death: Death?

    /// The invalidation of a token.
    public struct Death: Hashable, Sendable, Codable {
        public let at: Date
        /// The reason of the rejections, `Unregistered` or `ExpiredToken`.
        public let reason: RejectionReason
        /// A description of the cause.
        public let explanation: String
    }

    /// The key under which a valid token is found.
    struct Key: Hashable {
        let deviceID: String
        let bundleID: String
        let environment: APNSEnvironment
        let family: TokenFamily
        let instance: String
    }

    var key: Key {
        Key(
            deviceID: deviceID, bundleID: bundleID, environment: environment, family: family,
            instance: instance)
    }

    /// Returns the number of bytes in a new token of a family. Developers report 32 bytes for apps
    /// and 80 bytes for Live Activities.
    static func tokenByteCount(of family: TokenFamily) -> Int {
        switch family {
        case .liveActivity, .liveActivityStart: 80
        default: 32
        }
    }
}
