// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The purpose of a notification: the value of the `apns-push-type` header.
///
/// Source: "Sending notification requests to APNs". The properties of each type are in ``traits``,
/// which the client, the simulator and the tools use.
public enum PushType: String, Hashable, Sendable, Codable, CaseIterable {
    case alert
    case background
    case voip
    case complication
    case fileprovider
    case mdm
    case location
    case liveactivity
    case pushtotalk
    case widgets
    case controls
}

extension PushType {
    /// The methods by which a provider authenticates.
    public enum Authentication: String, Hashable, Sendable {
        case providerToken, certificate
    }

    /// The properties of one push type.
    public struct Traits: Hashable, Sendable {
        /// The suffix after the bundle identifier in `apns-topic`; empty if there is none.
        public let topicSuffix: String
        /// The priorities that APNs accepts for this type.
        public let priorities: [PushPriority]
        /// The default priority of this type.
        public let usualPriority: PushPriority
        /// The longest body in bytes; a body of exactly this size is accepted.
        public let payloadByteCountMax: Int
        /// The authentication methods that APNs accepts for this type.
        public let authentication: Set<Authentication>
        /// The kind of device token to which notifications of this type are sent.
        public let tokenFamily: TokenFamily
        /// The first system version that supports this type, for instance `iOS 16.1`; `nil` for a
        /// type as old as the header itself (iOS 13).
        public let since: String?
        /// A short description of the type's purpose.
        public let purpose: String
        public let claim: Claim
    }

    /// The properties of this type.
    public var traits: Traits { Self.rows[place] }

    // These properties give access to values that every request reads, without copying the whole
    // row.
    var topicSuffix: String { Self.rows[place].topicSuffix }
    var usualPriority: PushPriority { Self.rows[place].usualPriority }
    var payloadByteCountMax: Int { Self.rows[place].payloadByteCountMax }

    /// The rows in the order of ``place``, created once.
    private static let rows: [Traits] = {
        let types = allCases.sorted { $0.place < $1.place }
        return types.map { $0.makeRow() }
    }()

    /// The index of this type's row.
    private var place: Int {
        switch self {
        case .alert: 0
        case .background: 1
        case .voip: 2
        case .complication: 3
        case .fileprovider: 4
        case .mdm: 5
        case .location: 6
        case .liveactivity: 7
        case .pushtotalk: 8
        case .widgets: 9
        case .controls: 10
        }
    }

    private func makeRow() -> Traits {
        switch self {
        case .alert:
            row(
                "", [.immediate, .powerAware, .powerFirst], .immediate,
                "shows an alert, plays a sound or sets the badge")
        case .background:
            row(
                "", [.powerAware], .powerAware,
                "wakes the app in the background without showing anything")
        case .voip:
            row(
                ".voip", PushPriority.allCases, .immediate, "announces an incoming call",
                byteCountMax: 5120, family: .voip)
        case .complication:
            row(
                ".complication", PushPriority.allCases, .immediate, "updates a watch complication",
                family: .complication)
        case .fileprovider:
            row(
                ".pushkit.fileprovider", PushPriority.allCases, .powerAware,
                "informs a File Provider extension that files changed", family: .fileProvider)
        case .mdm:
            row(
                "", PushPriority.allCases, .immediate,
                "makes a managed device contact its server",
                authentication: [.certificate], family: .mdm)
        case .location:
            row(
                ".location-query", PushPriority.allCases, .immediate,
                "requests the device's location",
                authentication: [.providerToken], family: .location, since: "iOS 15")
        case .liveactivity:
            row(
                ".push-type.liveactivity", [.immediate, .powerAware], .immediate,
                "starts, updates or ends a Live Activity", authentication: [.providerToken],
                family: .liveActivity, since: "iOS 16.1")
        case .pushtotalk:
            row(
                ".voip-ptt", PushPriority.allCases, .immediate, "announces a Push to Talk speaker",
                authentication: [.providerToken], family: .pushToTalk, since: "iOS 16")
        case .widgets:
            row(
                ".push-type.widgets", PushPriority.allCases, .powerAware, "reloads widgets",
                authentication: [.providerToken], family: .widgets, since: "iOS 26")
        case .controls:
            row(
                ".push-type.controls", PushPriority.allCases, .immediate, "reloads controls",
                authentication: [.providerToken], family: .controls, since: "iOS 18")
        }
    }

    private func row(
        _ suffix: String, _ priorities: [PushPriority], _ usual: PushPriority, _ purpose: String,
        byteCountMax: Int = 4096,
        authentication: Set<Authentication> = [.providerToken, .certificate],
        family: TokenFamily = .app, since: String? = nil
    ) -> Traits {
        Traits(
            topicSuffix: suffix, priorities: priorities, usualPriority: usual,
            payloadByteCountMax: byteCountMax, authentication: authentication, tokenFamily: family,
            since: since, purpose: purpose,
            claim: .documented("Sending notification requests to APNs"))
    }

    /// Returns the type whose suffix the given topic has; `nil` for a bare bundle identifier.
    ///
    /// If several suffixes match, the longest one is used, so that `.push-type.liveactivity` is
    /// never treated as part of a bundle identifier.
    public static func named(byTopic topic: String) -> PushType? {
        var found: PushType?
        for type in allCases where !type.topicSuffix.isEmpty && topic.hasSuffix(type.topicSuffix) {
            let length = found?.topicSuffix.utf8.count ?? 0
            if type.topicSuffix.utf8.count > length { found = type }
        }
        return found
    }
}

/// The kinds of device tokens. A token of one kind cannot replace a token of another kind.
///
/// Source: "Registering your app with APNs", PushKit's `PKPushType`, ActivityKit's push tokens.
public enum TokenFamily: String, Hashable, Sendable, Codable, CaseIterable {
    case app
    case voip
    case complication
    case fileProvider
    case mdm
    case location
    case liveActivity
    case liveActivityStart
    case pushToTalk
    case widgets
    case controls

    /// The push types that may be sent to a token of this family.
    public var pushTypes: [PushType] {
        switch self {
        case .liveActivityStart: [.liveactivity]
        default: PushType.allCases.filter { $0.traits.tokenFamily == self }
        }
    }
}

// Encodes a dictionary whose keys are families as a JSON object, rather than as an array of
// alternating keys and values.
extension TokenFamily: CodingKeyRepresentable {}
