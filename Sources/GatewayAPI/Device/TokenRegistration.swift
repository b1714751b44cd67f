// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The identity of a token within an installation. An installation has at most one token for each
/// identity.
public struct TokenName: Hashable, Sendable, Codable {
    public var family: TokenFamily
    /// The name of the Live Activity's type, for instance `OrderAttributes`; only for
    /// `live-activity` and `live-activity-start`.
    public var attributesType: String?
    /// The identifier of the running Live Activity; only for `live-activity`.
    public var activity: String?

    public init(_ family: TokenFamily, attributesType: String? = nil, activity: String? = nil) {
        self.family = family
        self.attributesType = attributesType
        self.activity = activity
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case family
        case attributesType = "attributes_type"
        case activity
    }
}

/// A token as an app registers it.
public struct TokenRegistration: Hashable, Sendable, Codable {
    public var name: TokenName
    public var token: DeviceToken

    public init(_ name: TokenName, _ token: DeviceToken) {
        self.name = name
        self.token = token
    }

    /// In JSON, the name and the token form one object.
    enum CodingKeys: String, CodingKey { case token }

    public init(from decoder: any Decoder) throws {
        name = try TokenName(from: decoder)
        token = try decoder.container(keyedBy: CodingKeys.self)
            .decode(DeviceToken.self, forKey: .token)
    }

    public func encode(to encoder: any Encoder) throws {
        try name.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(token, forKey: .token)
    }
}
