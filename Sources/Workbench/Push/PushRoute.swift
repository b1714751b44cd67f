// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSProvider
package import APNSWire
package import ControlAPI

/// Where pushes go: a simulator, whose phones can be asked what they did, or another server.
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

    /// A client's configuration for a server of this route.
    func configuration(_ endpoint: Endpoint) -> APNSClient.Configuration {
        APNSClient.Configuration(
            endpoint: endpoint, authentication: credential.authentication, trustRoots: trustRoots)
    }

    /// The simulator's record of a request, once the phone has decided; `nil` with other servers.
    ///
    /// - Parameter wait: how long to wait for the phone.
    func delivery(of id: APNSID?, wait: Duration) async throws -> DeliveryReport? {
        guard case .simulator(let route) = self, let id else { return nil }
        return try await asking { try await route.control.delivery(apnsID: id, wait: wait) }
    }
}

/// A simulator that runs.
package struct SimulatorRoute: Sendable {
    package let info: SimulatorInfo
    package let control: any SimulatorControl
    package let credential: SenderCredential
    /// The authority that signed its certificate.
    package let authorityPEM: String
    /// The environment to send to; that of the phone's token when `nil`.
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
        let place = info.address(of: environment)
        return Endpoint(host: place.host, port: place.port)
    }
}

/// A server that only takes requests: Apple's, or any other.
package struct ServerRoute: Sendable {
    /// Where notifications and broadcasts go.
    package let endpoint: Endpoint
    /// Where channels are created and deleted.
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

/// Which device of which app, and on which server.
package struct PushTarget: Sendable {
    package let token: DeviceToken
    package let bundleID: String
    package let endpoint: Endpoint
    /// The phone's or server's name, for people.
    package let name: String
    /// The simulator's environment; `nil` for other servers.
    package let environment: APNSEnvironment?
}

extension PushRoute {
    /// Finds the device token and the app.
    ///
    /// - Parameter device: a phone of the simulator by identifier or name, or a device token in
    ///   hex; the simulator's only phone when `nil`.
    /// - Throws: ``WorkFailure``; or an error of the simulator's control.
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
                    "name the app with --topic com.example.app, or put "
                        + "\"\(APNSFile.targetBundleKey)\" into the file")
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

    /// The token family that a push goes to; a Live Activity is started on a token of its own.
    private static func family(_ payload: Payload, _ headers: PushHeaders) -> TokenFamily {
        let type =
            headers.pushType
            ?? PushInference(payload: payload, bundleID: "x", topic: headers.topic).pushType
        return type == .liveactivity && payload.aps?.liveActivity.event == .start
            ? .liveActivityStart : type.traits.tokenFamily
    }

    /// Whether a word is meant as a device token rather than a phone's name.
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
        let view = try await asking {
            try await control.token(of: device, app: bundleID, family: family)
        }
        let phone = try await asking { try await control.device(device) }
        let environment = environment ?? view.environment
        return PushTarget(
            token: view.token, bundleID: bundleID ?? view.bundleID,
            endpoint: endpoint(environment), name: phone.name, environment: environment)
    }
}
