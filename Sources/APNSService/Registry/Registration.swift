// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One device token and what it stands for: an app on a device in an environment.
public struct Registration: Hashable, Sendable, Codable {
    public let token: DeviceToken
    public let deviceID: String
    public let bundleID: String
    public let environment: APNSEnvironment
    public let family: TokenFamily
    /// Tells tokens of one family apart, for instance the identifier of a Live Activity; empty
    /// otherwise.
    public let instance: String
    public internal(set) var registeredAt: Date
    /// Since when and why nothing can be sent to it any more; `nil` while it lives.
    public internal(set) var death: Death?

    /// The end of a token.
    public struct Death: Hashable, Sendable, Codable {
        public let at: Date
        /// `Unregistered` or `ExpiredToken`.
        public let reason: RejectionReason
        /// The cause in words.
        public let explanation: String
    }

    /// What a living token is found by.
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

    /// How many bytes a new token of a family has. Reported: 32 for apps, 80 for Live Activities.
    static func tokenByteCount(of family: TokenFamily) -> Int {
        switch family {
        case .liveActivity, .liveActivityStart: 80
        default: 32
        }
    }
}
