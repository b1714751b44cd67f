// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A request with all parsed values that the checks use.
///
/// Each value is parsed independently and distinguishes "absent" from "unusable", so that no check
/// depends on an earlier check, and the order of the checks can be changed.
struct Inspection {
    /// The result of reading a header.
    enum Reading<Value> {
        case absent
        case unusable
        case value(Value)

        var value: Value? { if case .value(let value) = self { value } else { nil } }
        var isUnusable: Bool { if case .unusable = self { true } else { false } }

        static func of(_ text: String?, _ read: (String) -> Value?) -> Reading {
            guard let text else { return .absent }
            return read(text).map { .value($0) } ?? .unusable
        }
    }

    /// The resource that the path identifies.
    enum Path: Equatable {
        /// A device; the value is the component of the path after `/3/device/`.
        case device(String)
        /// A broadcast. In this case and the next two cases, the value is the app's bundle
        /// identifier.
        case broadcast(String)
        case channels(String)
        case allChannels(String)
        case unknown
    }

    /// The authenticated sender.
    enum Sender {
        case token(VerifiedToken)
        /// A certificate. Two separate checks determine whether it is valid.
        case certificate(SenderCertificate)
    }

    let request: ServiceRequest
    let endpoint: ServiceEndpoint
    let environment: APNSEnvironment
    let now: Date
    /// The time of the clock that is used to check provider tokens. It differs from ``now`` when
    /// the service's clock has been moved.
    let tokenNow: Date
    let connection: ConnectionState
    let path: Path
    /// The device token in the path; `nil` if the path's component does not have the form of a
    /// device token.
    let deviceToken: DeviceToken?
    let sender: Result<Sender, RejectionReason.Refusal>
    let id: Reading<APNSID>
    let expiration: Reading<PushExpiration>
    let priority: Reading<PushPriority>
    let collapseID: Reading<CollapseID>
    let givenPushType: Reading<PushType>
    let channelID: Reading<ChannelID>
    /// The topic. For broadcasts and channels, this is the app in the path; for notifications, it
    /// is the header's value or, without the header, the only topic of the sender's certificate.
    /// `nil` when the topic is absent or empty.
    let topic: Topic?

    init(
        _ request: ServiceRequest, endpoint: ServiceEndpoint = .notifications,
        environment: APNSEnvironment, now: Date,
        connection: ConnectionState,
        options: ServiceOptions, keys: [String: RegisteredKey],
        tokenCheck: any ProviderTokenCheck, clockLead: TimeInterval = 0
    ) {
        self.request = request
        self.endpoint = endpoint
        self.environment = environment
        self.now = now
        tokenNow = now - clockLead
        self.connection = connection
        path = Self.path(request.path, endpoint)
        deviceToken =
            if case .device(let text) = path { try? DeviceToken(hex: text) } else { nil }
        sender =
            if let certificate = connection.certificate {
                .success(.certificate(certificate))
            } else {
                VerifiedToken.verify(
                    request.first(APNSHeader.authorization), now: tokenNow,
                    known: connection.token,
                    with: tokenCheck
                ) { keys[$0] }.map { .token($0) }
            }
        // Apple's samples use either header for the identifier of a broadcast.
        let requestID: String? =
            Self.usesRequestID(path, endpoint) ? request.first(APNSHeader.requestID) : nil
        id = .of(requestID ?? request.first(APNSHeader.id)) { APNSID($0) }
        expiration = .of(request.first(APNSHeader.expiration)) { text in
            Self.digits(text).map { PushExpiration(epochSeconds: $0) }
        }
        priority = .of(request.first(APNSHeader.priority)) { text in
            PushPriority(header: text)
        }
        collapseID = .of(request.first(APNSHeader.collapseID)) { try? CollapseID($0) }
        givenPushType = .of(request.first(APNSHeader.pushType)) { text in
            PushType(rawValue: options.ignoresCaseOfPushType ? text.lowercased() : text)
        }
        channelID = .of(request.first(APNSHeader.channelID)) { ChannelID($0) }
        let topic: String? =
            switch path {
            case .device, .unknown:
                request.first(APNSHeader.topic) ?? connection.certificate?.onlyTopic
            case .broadcast(let bundleID), .channels(let bundleID), .allChannels(let bundleID):
                bundleID
            }
        self.topic = topic.flatMap { $0.isEmpty ? nil : Topic($0) }
    }

    /// Whether `apns-request-id` identifies the request: true for broadcasts and channel requests,
    /// and for an unknown path on a port for channels.
    var usesRequestID: Bool { Self.usesRequestID(path, endpoint) }

    private static func usesRequestID(_ path: Path, _ endpoint: ServiceEndpoint) -> Bool {
        switch path {
        case .device: false
        case .unknown: endpoint == .channels
        case .broadcast, .channels, .allChannels: true
        }
    }

    /// The valid provider token of the request, if the sender authenticates with a provider token.
    var token: VerifiedToken? {
        if case .success(.token(let token)) = sender { token } else { nil }
    }

    /// The certificate of the connection.
    var certificate: SenderCertificate? { connection.certificate }

    /// The push type from the header; without the header, the push type of the topic's suffix;
    /// otherwise ``PushType/alert``.
    var pushType: PushType {
        givenPushType.value ?? topic.flatMap { PushType.named(byTopic: $0.text) } ?? .alert
    }

    /// Returns the app of the topic, given the known apps.
    ///
    /// A bundle identifier may itself end with the text of a suffix. For push types without a
    /// suffix, a known app whose identifier is the complete topic therefore takes precedence.
    func bundleID(apps: [String: String]) -> String? {
        guard let topic else { return nil }
        let suffix = pushType.traits.topicSuffix
        if suffix.isEmpty { return apps[topic.text] == nil ? topic.bundleID : topic.text }
        return topic.text.hasSuffix(suffix)
            ? String(topic.text.dropLast(suffix.count)) : topic.bundleID
    }

    private static func path(_ text: String, _ endpoint: ServiceEndpoint) -> Path {
        switch endpoint {
        case .notifications:
            if let token = part(of: text, after: APNSHeader.devicePathPrefix) {
                return .device(token)
            }
            let app = part(of: text, after: APNSHeader.broadcastPathPrefix)
            return app.map { $0.isEmpty ? .unknown : .broadcast($0) } ?? .unknown
        case .channels:
            let prefix = APNSHeader.managementPathPrefix
            for (suffix, path) in [
                (APNSHeader.channelsPathSuffix, Path.channels),
                (APNSHeader.allChannelsPathSuffix, Path.allChannels),
            ] where text.hasSuffix(suffix) {
                let app = part(of: String(text.dropLast(suffix.count)), after: prefix)
                if let app, !app.isEmpty { return path(app) }
            }
            return .unknown
        }
    }

    /// Returns the text after a prefix, if it is a single path component.
    private static func part(of text: String, after prefix: String) -> String? {
        guard text.hasPrefix(prefix) else { return nil }
        let rest = text.dropFirst(prefix.count)
        return rest.contains("/") ? nil : String(rest)
    }

    /// Reads a whole number that consists only of digits. Returns `nil` for a sign, a fraction or a
    /// space.
    private static func digits(_ text: String) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}

extension PushPriority {
    /// Reads a priority in Apple's spelling, so that `010` is invalid.
    fileprivate init?(header text: String) {
        switch text {
        case "10": self = .immediate
        case "5": self = .powerAware
        case "1": self = .powerFirst
        default: return nil
        }
    }
}
