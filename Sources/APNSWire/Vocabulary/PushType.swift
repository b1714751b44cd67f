// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What a notification is for: the value of the `apns-push-type` header.
///
/// Source: "Sending notification requests to APNs". The facts of each type are the row
/// ``traits``; client, simulator and tools read that row.
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
    /// Ways of proving who sends.
    public enum Authentication: String, Hashable, Sendable {
        case providerToken, certificate
    }

    /// The facts of one push type.
    public struct Traits: Hashable, Sendable {
        /// What follows the bundle identifier in `apns-topic`; empty for the bare identifier.
        public let topicSuffix: String
        /// The priorities APNs takes for this type.
        public let priorities: [PushPriority]
        /// The priority a sender should use when it says nothing better.
        public let usualPriority: PushPriority
        /// The longest body in bytes; exactly this many are still accepted.
        public let payloadByteCountMax: Int
        /// How a connection may be authenticated for this type.
        public let authentication: Set<Authentication>
        /// Which tokens it is sent to.
        public let tokenFamily: TokenFamily
        /// What it is for, in a few words.
        public let purpose: String
        public let claim: Claim
    }

    /// The row of this type.
    public var traits: Traits {
        switch self {
        case .alert: Self.alertRow
        case .background: Self.backgroundRow
        case .voip: Self.voipRow
        case .complication: Self.complicationRow
        case .fileprovider: Self.fileproviderRow
        case .mdm: Self.mdmRow
        case .location: Self.locationRow
        case .liveactivity: Self.liveactivityRow
        case .pushtotalk: Self.pushtotalkRow
        case .widgets: Self.widgetsRow
        case .controls: Self.controlsRow
        }
    }

    // Made once: a sender reads a row for each request.
    private static let alertRow = row(
        "", [.immediate, .powerAware, .powerFirst], .immediate,
        "shows, sounds or badges something")
    private static let backgroundRow = row(
        "", [.powerAware], .powerAware,
        "wakes the app in the background without showing anything")
    private static let voipRow = row(
        ".voip", PushPriority.allCases, .immediate, "announces an incoming call",
        byteCountMax: 5120, family: .voip)
    private static let complicationRow = row(
        ".complication", PushPriority.allCases, .immediate, "updates a watch complication",
        family: .complication)
    private static let fileproviderRow = row(
        ".pushkit.fileprovider", PushPriority.allCases, .powerAware,
        "tells a file provider that files changed", family: .fileProvider)
    private static let mdmRow = row(
        "", PushPriority.allCases, .immediate,
        "asks a managed device to contact its server",
        authentication: [.certificate], family: .mdm)
    private static let locationRow = row(
        ".location-query", PushPriority.allCases, .immediate,
        "asks for the device's location",
        authentication: [.providerToken], family: .location)
    private static let liveactivityRow = row(
        ".push-type.liveactivity", [.immediate, .powerAware], .immediate,
        "starts, updates or ends a Live Activity", authentication: [.providerToken],
        family: .liveActivity)
    private static let pushtotalkRow = row(
        ".voip-ptt", PushPriority.allCases, .immediate, "announces a Push to Talk speaker",
        authentication: [.providerToken], family: .pushToTalk)
    private static let widgetsRow = row(
        ".push-type.widgets", PushPriority.allCases, .powerAware, "reloads widgets",
        authentication: [.providerToken], family: .widgets)
    private static let controlsRow = row(
        ".push-type.controls", PushPriority.allCases, .immediate, "reloads controls",
        authentication: [.providerToken], family: .controls)

    private static func row(
        _ suffix: String, _ priorities: [PushPriority], _ usual: PushPriority, _ purpose: String,
        byteCountMax: Int = 4096,
        authentication: Set<Authentication> = [.providerToken, .certificate],
        family: TokenFamily = .app
    ) -> Traits {
        Traits(
            topicSuffix: suffix, priorities: priorities, usualPriority: usual,
            payloadByteCountMax: byteCountMax, authentication: authentication, tokenFamily: family,
            purpose: purpose, claim: .documented("Sending notification requests to APNs"))
    }

    /// The type whose topic suffix ends the given topic; `nil` for a bare bundle identifier.
    ///
    /// The longest suffix wins, so that `.push-type.liveactivity` is never taken for part of a
    /// bundle identifier.
    public static func named(byTopic topic: String) -> PushType? {
        allCases
            .filter { !$0.traits.topicSuffix.isEmpty && topic.hasSuffix($0.traits.topicSuffix) }
            .max { $0.traits.topicSuffix.utf8.count < $1.traits.topicSuffix.utf8.count }
    }
}

/// The kinds of token a device hands out; none of them works in another's place.
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

// Lets a dictionary by family be a JSON object by family name, rather than a list of keys and
// values.
extension TokenFamily: CodingKeyRepresentable {}
