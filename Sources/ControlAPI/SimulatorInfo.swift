// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// The addresses of a running simulator, and its key; the response of `GET /v1/simulator`.
package struct SimulatorInfo: Codable, Sendable, Hashable {
    /// A host and port.
    package struct Address: Codable, Sendable, Hashable {
        package var host: String
        package var port: Int

        package init(host: String, port: Int) {
            self.host = host
            self.port = port
        }
    }

    package var sandbox: Address
    package var production: Address
    /// The addresses of the servers on which channels are created and deleted, for each
    /// environment.
    package var sandboxChannels: Address
    package var productionChannels: Address
    /// The team identifier and the key identifier that every simulator accepts. The private key is
    /// in the state directory.
    package var teamID: String
    package var keyID: String
    /// The app that is installed on a phone by default.
    package var defaultBundleID: String
    /// The addresses of the simulated FCM and of the simulated push service of browsers; absent if
    /// they are not running.
    package var fcm: Address?
    package var webPush: Address?

    enum CodingKeys: String, CodingKey {
        case sandbox, production, fcm
        case webPush = "web_push"
        case sandboxChannels = "sandbox_channels"
        case productionChannels = "production_channels"
        case teamID = "team_id"
        case keyID = "key_id"
        case defaultBundleID = "default_bundle_id"
    }

    package init(
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
    package func address(of environment: APNSEnvironment) -> Address {
        environment == .sandbox ? sandbox : production
    }

    /// Returns the address that manages the channels of an environment.
    package func channelAddress(of environment: APNSEnvironment) -> Address {
        environment == .sandbox ? sandboxChannels : productionChannels
    }
}

/// A complete device token; the response of `GET /v1/devices/{id}/token`. No other response
/// contains complete device tokens.
package struct TokenView: Codable, Sendable {
    package let token: DeviceToken
    package let bundleID: String
    package let environment: APNSEnvironment
    package let family: TokenFamily

    enum CodingKeys: String, CodingKey {
        case token, environment, family
        case bundleID = "bundle_id"
    }

    package init(
        token: DeviceToken, bundleID: String, environment: APNSEnvironment, family: TokenFamily
    ) {
        self.token = token
        self.bundleID = bundleID
        self.environment = environment
        self.family = family
    }
}
