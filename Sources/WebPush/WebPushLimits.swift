// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The limits of Web Push, for all services.
package enum WebPushLimits {
    /// The largest body that every push service accepts (RFC 8030 section 7.2), in bytes.
    package static let bodyByteCountMax = 4096
    /// The record size of an encrypted message, in bytes. The message is one record.
    package static let recordSize = 4096
    /// The largest content of a message before the encryption, in bytes: the body without its
    /// header of 86 bytes, the delimiter and the tag.
    package static let contentByteCountMax =
        bodyByteCountMax - EncryptedContent.fixedHeaderByteCount - 65 - 1
        - EncryptedContent.tagByteCount
    /// The largest content that Mozilla's bridge to Android also passes on, in bytes.
    package static let everywhereByteCountMax = 2600
    /// The maximum length of a topic, in characters (RFC 8030 section 5.4).
    package static let topicCharacterCountMax = 32
    /// The longest time for which the services of Apple and Mozilla store a message, in seconds.
    package static let timeToLiveSecondsMax = 30 * 86_400
}

/// The services that operate push endpoints.
package enum PushServiceKind: String, Hashable, Sendable, CaseIterable {
    case apple, google, microsoft, mozilla
    /// Any other host, for instance a UnifiedPush server or the simulator.
    case other

    /// The domain of the service's endpoints, which may be in subdomains; `nil` for ``other``.
    private var domain: String? {
        switch self {
        case .apple: "push.apple.com"
        case .google: "fcm.googleapis.com"
        case .microsoft: "notify.windows.com"
        case .mozilla: "push.services.mozilla.com"
        case .other: nil
        }
    }

    package init(host: String) {
        let host = host.lowercased()
        self =
            Self.allCases.first { kind in
                guard let domain = kind.domain else { return false }
                return host == domain || host.hasSuffix("." + domain)
            } ?? .other
    }

    /// The largest content that the service passes on to all of its browsers, in bytes before the
    /// encryption.
    package var contentByteCountMax: Int {
        self == .mozilla
            ? WebPushLimits.everywhereByteCountMax : WebPushLimits.contentByteCountMax
    }

    /// The longest time for which the service stores a message, in seconds.
    package var timeToLiveSecondsMax: Int {
        self == .google ? 28 * 86_400 : WebPushLimits.timeToLiveSecondsMax
    }

    /// The shortest time between two VAPID tokens for one service. Apple asks for at most one new
    /// token in an hour.
    package static let tokenRenewalMin = Duration.seconds(3600)
}
