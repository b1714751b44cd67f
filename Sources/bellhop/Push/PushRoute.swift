// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSWire
import ControlAPI

/// Where pushes go: the running simulator, Apple, or another server.
enum PushRoute {
    /// The simulator, asked what the phone did as well.
    case simulator(
        SimulatorAddress, any SimulatorControl, SenderCredential, authorityPEM: String,
        environment: APNSEnvironment?)
    case server(Endpoint, SenderCredential, TrustRoots)

    /// - Throws: ``CommandFailure`` 64 for options that do not go together, 65 or 66 for files that
    ///   cannot be used, 69 when no simulator runs.
    static func find(
        _ options: DestinationOptions, credential key: CredentialOptions,
        certificate: CertificateOptions, state: StateDirectory
    ) async throws -> PushRoute {
        let trust = try options.authorityPath.map { try readAuthority($0) }
        let credential = try SenderCredential(key, certificate)
        if let to = options.to {
            guard let credential else {
                throw CommandFailure(
                    .usage,
                    "--to \(to) sends to Apple, which needs --key, --key-id and --team-id, or "
                        + "--cert; leave --to out to send to the running simulator")
            }
            let environment = try EnvironmentWords.parse(to)
            try credential.check(for: environment, path: certificate.path)
            var endpoint = Endpoint.apple(environment)
            if let host = options.host { endpoint.host = host }
            if let port = options.port { endpoint.port = port }
            return .server(endpoint, credential, trust ?? .system)
        }
        try credential?.check(for: nil, path: certificate.path)
        if let host = options.host {
            return .server(
                Endpoint(host: host, port: options.port ?? APNSPort.https),
                try credential ?? .key(key.requiredKey()), trust ?? .system)
        }
        guard !key.isGiven else {
            throw CommandFailure(
                .usage,
                "a key was given and no destination; add --to sandbox or --to production for "
                    + "Apple, "
                    + "or --host and --port for another server")
        }
        return try simulator(options, credential, state: state)
    }

    /// The running simulator; with its own key unless a certificate was given.
    private static func simulator(
        _ options: DestinationOptions, _ credential: SenderCredential?, state: StateDirectory
    ) throws -> PushRoute {
        let address = try state.simulatorAddress()
        guard let p8 = state.readText(.simulatorKey),
            let pem = state.readText(.authorityCertificate)
        else {
            throw CommandFailure(
                .unavailable,
                "the state directory \(state.path) lacks the simulator's key; "
                    + "stop the simulator and start it again")
        }
        let info = address.simulator
        let key: ProviderKey
        do { key = try ProviderKey(p8: p8, keyID: info.keyID, teamID: info.teamID) } catch {
            throw CommandFailure(
                .badInput,
                "\(state.path(of: .simulatorKey)): this key is damaged; stop the simulator, remove "
                    + "the file and start it again")
        }
        return .simulator(
            address, ControlClient(url: address.control), credential ?? .key(key),
            authorityPEM: pem,
            environment: try options.environment.map(EnvironmentWords.parse))
    }

    static func readAuthority(_ path: String) throws -> TrustRoots {
        let bytes = try InputFile.read(
            path, byteCountMax: 1 << 20, what: "a PEM file with certificates")
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.contains("-----BEGIN CERTIFICATE-----") else {
            throw CommandFailure(
                .badInput, "\(path): there is no certificate in this file; --ca takes a PEM file")
        }
        return .pem(text)
    }

    /// Finds the device token and the app.
    func target(
        for payload: PayloadFile, headers: HeaderOptions, device: String?
    ) async throws -> PushTarget {
        let fileApp = payload.file.targetBundleID
        let topicApp = try headers.parsedTopic()?.bundleID
        switch self {
        case .server(let endpoint, _, _):
            guard let device else {
                throw CommandFailure(
                    .usage,
                    "name the device token with --device; an app gets it from "
                        + "didRegisterForRemoteNotificationsWithDeviceToken, as hex")
            }
            guard let bundleID = topicApp ?? fileApp else {
                throw CommandFailure(
                    .usage,
                    "name the app with --topic com.example.app, or put "
                        + "\"\(APNSFile.targetBundleKey)\" "
                        + "into the file")
            }
            return PushTarget(
                token: try Self.parseToken(device), bundleID: bundleID, endpoint: endpoint,
                name: "\(endpoint.host):\(endpoint.port)", environment: nil)
        case .simulator(let address, let client, _, _, let environment):
            let bundleID = topicApp ?? fileApp
            if let device, Self.looksLikeToken(device) {
                let environment = environment ?? .sandbox
                return PushTarget(
                    token: try Self.parseToken(device),
                    bundleID: bundleID ?? address.simulator.defaultBundleID,
                    endpoint: Self.endpoint(address, environment),
                    name: "the simulator", environment: environment)
            }
            let type =
                try headers.parsedType()
                ?? PushInference(
                    payload: payload.file.payload, bundleID: bundleID ?? "x",
                    topic: headers.topic.map { Topic($0) }
                ).pushType
            let family = Self.family(type, payload.file.payload)
            let view = try await asking {
                try await client.token(of: device, app: bundleID, family: family)
            }
            let phone = try await asking { try await client.device(device) }
            let door = environment ?? view.environment
            return PushTarget(
                token: view.token, bundleID: bundleID ?? view.bundleID,
                endpoint: Self.endpoint(address, door), name: phone.name, environment: door)
        }
    }

    private static func endpoint(_ address: SimulatorAddress, _ environment: APNSEnvironment)
        -> Endpoint
    {
        let place = address.simulator.address(of: environment)
        return Endpoint(host: place.host, port: place.port)
    }

    /// The token family that a push goes to; a Live Activity is started on a token of its own.
    private static func family(_ type: PushType, _ payload: Payload) -> TokenFamily {
        type == .liveactivity && payload.aps?.liveActivity.event == .start
            ? .liveActivityStart : type.traits.tokenFamily
    }

    /// Whether a word is meant as a device token rather than a phone's name.
    private static func looksLikeToken(_ word: String) -> Bool {
        word.utf8.count >= 32 && word.contains { $0.isNumber }
            && word.allSatisfy { $0.isHexDigit || " <>".contains($0) }
    }

    private static func parseToken(_ text: String) throws -> DeviceToken {
        do { return try DeviceToken(hex: text) } catch {
            throw CommandFailure(.badInput, "--device: \(error)")
        }
    }

    var credential: SenderCredential {
        switch self {
        case .simulator(_, _, let credential, _, _): credential
        case .server(_, let credential, _): credential
        }
    }

    var trustRoots: TrustRoots {
        switch self {
        case .simulator(_, _, _, let pem, _): .pem(pem)
        case .server(_, _, let roots): roots
        }
    }
}

/// Which device of which app, and through which door.
struct PushTarget {
    let token: DeviceToken
    let bundleID: String
    let endpoint: Endpoint
    /// The phone's or server's name, for people.
    let name: String
    /// The simulator's door; `nil` for other servers.
    let environment: APNSEnvironment?
}
