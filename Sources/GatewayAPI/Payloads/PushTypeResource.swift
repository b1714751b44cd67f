// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The response to `GET /v1/push-types`: what APNs accepts for each push type.
public struct PushTypeList: Hashable, Sendable, Codable {
    /// The properties of one push type; see `PushType.Traits`.
    public struct Entry: Hashable, Sendable, Codable {
        public var pushType: PushType
        public var purpose: String
        /// The suffix after the bundle identifier in `apns-topic`; empty if there is none.
        public var topicSuffix: String
        public var priorities: [Int]
        public var usualPriority: Int
        /// The maximum size of the body in bytes.
        public var byteCountMax: Int
        /// Whether a provider token is accepted, or only a certificate.
        public var takesKey: Bool
        public var tokenFamily: TokenFamily
        /// The first system that supports the type; `nil` if all systems support it.
        public var since: String?

        init(_ type: PushType) {
            let traits = type.traits
            pushType = type
            purpose = traits.purpose
            topicSuffix = traits.topicSuffix
            priorities = traits.priorities.map(\.rawValue).sorted(by: >)
            usualPriority = traits.usualPriority.rawValue
            byteCountMax = traits.payloadByteCountMax
            takesKey = traits.authentication.contains(.providerToken)
            tokenFamily = traits.tokenFamily
            since = traits.since
        }

        enum CodingKeys: String, CodingKey {
            case purpose, priorities, since
            case pushType = "push_type"
            case topicSuffix = "topic_suffix"
            case usualPriority = "usual_priority"
            case byteCountMax = "byte_count_max"
            case takesKey = "takes_key"
            case tokenFamily = "token_family"
        }
    }

    public var pushTypes: [Entry]

    /// Makes the list of all types.
    public init() { pushTypes = PushType.allCases.map(Entry.init) }

    enum CodingKeys: String, CodingKey {
        case pushTypes = "push_types"
    }
}
