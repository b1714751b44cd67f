// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The addresses of a running simulator and its key: `GET /v1/simulator`.
public struct SimulatorInfo: Codable, Sendable, Hashable {
    /// A host and port.
    public struct Address: Codable, Sendable, Hashable {
        public var host: String
        public var port: Int

        public init(host: String, port: Int) {
            self.host = host
            self.port = port
        }
    }

    public var sandbox: Address
    public var production: Address
    /// The addresses for creating and deleting channels of each environment.
    public var sandboxChannels: Address
    public var productionChannels: Address
    /// The team and key that every simulator accepts; the private key is in the state directory.
    public var teamID: String
    public var keyID: String
    /// The app that a phone has by default.
    public var defaultBundleID: String

    enum CodingKeys: String, CodingKey {
        case sandbox, production
        case sandboxChannels = "sandbox_channels"
        case productionChannels = "production_channels"
        case teamID = "team_id"
        case keyID = "key_id"
        case defaultBundleID = "default_bundle_id"
    }

    public init(
        sandbox: Address, production: Address, sandboxChannels: Address,
        productionChannels: Address, teamID: String, keyID: String,
        defaultBundleID: String
    ) {
        self.sandbox = sandbox
        self.production = production
        self.sandboxChannels = sandboxChannels
        self.productionChannels = productionChannels
        self.teamID = teamID
        self.keyID = keyID
        self.defaultBundleID = defaultBundleID
    }

    /// Returns the address that serves an environment.
    public func address(of environment: APNSEnvironment) -> Address {
        environment == .sandbox ? sandbox : production
    }

    /// Returns the address that manages the channels of an environment.
    public func channelAddress(of environment: APNSEnvironment) -> Address {
        environment == .sandbox ? sandboxChannels : productionChannels
    }
}

/// A complete device token: `GET /v1/devices/{id}/token`, the only response that contains it.
public struct TokenView: Codable, Sendable {
    public let token: DeviceToken
    public let bundleID: String
    public let environment: APNSEnvironment
    public let family: TokenFamily

    enum CodingKeys: String, CodingKey {
        case token, environment, family
        case bundleID = "bundle_id"
    }

    public init(
        token: DeviceToken, bundleID: String, environment: APNSEnvironment, family: TokenFamily
    ) {
        self.token = token
        self.bundleID = bundleID
        self.environment = environment
        self.family = family
    }
}
