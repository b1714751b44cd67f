// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSProvider
package import APNSWire
package import ControlAPI

/// The destination of pushes: a simulator, whose phones can be queried, or another server.
package enum PushRoute: Sendable {
    case simulator(SimulatorRoute)
    case server(ServerRoute)

    package var credential: SenderCredential {
        switch self {
        case .simulator(let route): route.credential
        case .server(let route): route.credential
        }
    }

    package var trustRoots: TrustRoots {
        switch self {
        case .simulator(let route): .pem(route.authorityPEM)
        case .server(let route): route.trustRoots
        }
    }

    /// Returns the configuration of a client that connects to the given endpoint of this route.
    func configuration(_ endpoint: Endpoint) -> APNSClient.Configuration {
        APNSClient.Configuration(
            endpoint: endpoint, authentication: credential.authentication, trustRoots: trustRoots)
    }

    /// Waits for the phone's reaction, and returns the simulator's record of a request. Returns
    /// `nil` for other servers.
    ///
    /// - Parameter wait: the maximum time to wait for the phone.
    func delivery(of id: APNSID?, wait: Duration) async throws -> DeliveryReport? {
        guard case .simulator(let route) = self, let id else { return nil }
        return try await callingSimulator {
            try await route.control.delivery(apnsID: id, wait: wait)
        }
    }
}

/// A running simulator.
package struct SimulatorRoute: Sendable {
    package let info: SimulatorInfo
    package let control: any SimulatorControl
    package let credential: SenderCredential
    /// The certificate authority that signed the simulator's certificate.
    package let authorityPEM: String
    /// The environment to which pushes are sent; `nil` for the environment to which the phone's
    /// device token belongs.
    package let environment: APNSEnvironment?

    package init(
        info: SimulatorInfo, control: any SimulatorControl, credential: SenderCredential,
        authorityPEM: String, environment: APNSEnvironment? = nil
    ) {
        self.info = info
        self.control = control
        self.credential = credential
        self.authorityPEM = authorityPEM
        self.environment = environment
    }

    func endpoint(_ environment: APNSEnvironment) -> Endpoint {
        let address = info.address(of: environment)
        return Endpoint(host: address.host, port: address.port)
    }
}

/// A server that accepts requests but cannot be queried about phones. It is Apple's server or any
/// other server.
package struct ServerRoute: Sendable {
    /// The endpoint for notifications and broadcasts.
    package let endpoint: Endpoint
    /// The endpoint on which channels are created and deleted.
    package let channelEndpoint: Endpoint
    package let credential: SenderCredential
    package let trustRoots: TrustRoots

    package init(
        endpoint: Endpoint, channelEndpoint: Endpoint, credential: SenderCredential,
        trustRoots: TrustRoots
    ) {
        self.endpoint = endpoint
        self.channelEndpoint = channelEndpoint
        self.credential = credential
        self.trustRoots = trustRoots
    }
}

/// The device, the app and the server to which a push is sent.
package struct PushTarget: Sendable {
    package let token: DeviceToken
    package let bundleID: String
    package let endpoint: Endpoint
    /// The name of the phone or server, for people.
    package let name: String
    /// The environment of the simulator; `nil` for other servers.
    package let environment: APNSEnvironment?
}

extension PushRoute {
    /// Returns the device token and the app of a push.
    ///
    /// - Parameter device: the identifier or name of a phone of the simulator, or a device token in
    ///   hex; `nil` for the simulator's only phone.
    /// - Throws: ``WorkFailure``, or an error of the simulator's control API.
    package func target(
        for file: PushFile, headers: PushHeaders, device: String?
    ) async throws -> PushTarget {
        let bundleID = headers.topic?.bundleID ?? file.file.targetBundleID
        switch self {
        case .server(let route):
            guard let device else {
                throw WorkFailure(
                    .usage,
                    "name the device token with --device; an app gets it from "
                        + "didRegisterForRemoteNotificationsWithDeviceToken, as hex")
            }
            guard let bundleID else {
                throw WorkFailure(
                    .usage,
                    "name the app with --topic com.example.app, or with "
                        + "\"\(APNSFile.targetBundleKey)\" in the file")
            }
            let endpoint = route.endpoint
            return PushTarget(
                token: try Self.token(device), bundleID: bundleID, endpoint: endpoint,
                name: "\(endpoint.host):\(endpoint.port)", environment: nil)
        case .simulator(let route):
            if let device, Self.looksLikeToken(device) {
                let environment = route.environment ?? .sandbox
                return PushTarget(
                    token: try Self.token(device),
                    bundleID: bundleID ?? route.info.defaultBundleID,
                    endpoint: route.endpoint(environment), name: "the simulator",
                    environment: environment)
            }
            return try await route.target(
                of: device, bundleID, Self.family(file.file.payload, headers))
        }
    }

    /// Returns the family of the device token to which a push is sent. Starting a Live Activity
    /// requires a push-to-start token.
    private static func family(_ payload: Payload, _ headers: PushHeaders) -> TokenFamily {
        let type =
            headers.pushType
            ?? PushInference(payload: payload, bundleID: "x", topic: headers.topic).pushType
        return type == .liveactivity && payload.aps?.liveActivity.event == .start
            ? .liveActivityStart : type.traits.tokenFamily
    }

    /// Returns whether an argument looks like a device token rather than a phone's name.
    private static func looksLikeToken(_ word: String) -> Bool {
        word.utf8.count >= 32 && word.contains { $0.isNumber }
            && word.allSatisfy { $0.isHexDigit || " <>".contains($0) }
    }

    private static func token(_ text: String) throws(WorkFailure) -> DeviceToken {
        do { return try DeviceToken(hex: text) } catch {
            throw WorkFailure(.badInput, "--device: \(error)")
        }
    }
}

extension SimulatorRoute {
    fileprivate func target(
        of device: String?, _ bundleID: String?, _ family: TokenFamily
    ) async throws -> PushTarget {
        let view = try await callingSimulator {
            try await control.token(of: device, app: bundleID, family: family)
        }
        let phone = try await callingSimulator { try await control.device(device) }
        let environment = environment ?? view.environment
        return PushTarget(
            token: view.token, bundleID: bundleID ?? view.bundleID,
            endpoint: endpoint(environment), name: phone.name, environment: environment)
    }
}
