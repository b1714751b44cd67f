// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSWire
import CommandSupport
import ControlAPI
import Workbench

/// The destination that a command's options select: Apple, another server, or the running
/// simulator.
struct Destination {
    /// The environment of Apple's APNs, `sandbox` or `production`.
    var to: String?
    var host: String?
    var port: Int?
    /// The path of a PEM file with the authorities that the client trusts.
    var authorityPath: String?
    /// The environment of the simulator, `sandbox` or `production`.
    var environment: String?

    /// Returns the route to the destination.
    ///
    /// - Throws: ``CommandFailure`` with status 64 for contradictory options, 65 or 66 for unusable
    ///   files, 69 if no simulator is running.
    func route(
        credential key: CredentialOptions, certificate: CertificateOptions, state: StateDirectory
    ) throws -> PushRoute {
        let trust = try authorityPath.map { try AuthorityFile.read($0) }
        let credential = try SenderCredential(key, certificate)
        let apple = try to.map(EnvironmentName.parse)
        let environment = try environment.map(EnvironmentName.parse)
        if let apple {
            guard let credential else {
                throw CommandFailure(
                    .usage,
                    "--to \(apple.rawValue) sends to Apple, which needs --key, --key-id and "
                        + "--team-id, or --cert; leave --to out to send to the running simulator")
            }
            try credential.check(for: apple, path: certificate.path)
            return .server(server(apple, .apple(apple), credential, trust))
        }
        try credential?.check(for: nil, path: certificate.path)
        if let host {
            return .server(
                server(
                    environment ?? .sandbox, Endpoint(host: host, port: APNSPort.https),
                    try credential ?? .key(key.requiredKey()), trust))
        }
        guard !key.isGiven else {
            throw CommandFailure(
                .usage,
                "a key needs a destination; add --to sandbox or --to production for Apple, or "
                    + "--host and --port for another server")
        }
        return .simulator(try simulator(environment, credential, state: state))
    }

    /// Returns the route to a server with the given host and port.
    private func server(
        _ environment: APNSEnvironment, _ endpoint: Endpoint, _ credential: SenderCredential,
        _ trust: TrustRoots?
    ) -> ServerRoute {
        ServerRoute(
            endpoint: Endpoint(host: host ?? endpoint.host, port: port ?? endpoint.port),
            channelEndpoint: Endpoint(
                host: host ?? environment.channelHost, port: port ?? environment.channelPort),
            credential: credential, trustRoots: trust ?? .system)
    }

    /// Returns the route to the running simulator. The route uses the simulator's own key unless a
    /// certificate was given.
    private func simulator(
        _ environment: APNSEnvironment?, _ credential: SenderCredential?, state: StateDirectory
    ) throws -> SimulatorRoute {
        let address = try state.simulatorAddress()
        guard let p8 = state.readText(.simulatorKey),
            let pem = state.readText(.authorityCertificate)
        else {
            throw CommandFailure(
                .unavailable,
                "the state directory \(state.shownPath) lacks the simulator's key; "
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
        return SimulatorRoute(
            info: info, control: ControlClient(url: address.control),
            credential: credential ?? .key(key), authorityPEM: pem, environment: environment)
    }
}
