// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import CommandSupport
import ControlAPI
import Workbench

/// A host and a port, as given on the command line.
struct HostAndPort: Hashable {
    let host: String
    let port: Int

    init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads `HOST:PORT`; an IPv6 address must be in brackets.
    ///
    /// - Throws: ``CommandFailure`` with status 64.
    init(option: String, _ text: String) throws {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let host = parts.dropLast().joined(separator: ":")
        let name =
            host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        guard let port = parts.last.flatMap({ Int($0) }), (1...65535).contains(port),
            !name.isEmpty, name != host || !host.contains(":"),
            !name.contains(where: { $0.isWhitespace || $0 == "/" || $0 == "@" })
        else {
            throw CommandFailure(
                .usage,
                "\(option): \"\(text.printable)\" is not a host and a port; write one such as "
                    + "127.0.0.1:2197")
        }
        self.init(host: name, port: port)
    }
}

/// The running simulator of a state directory, provided that it listens on the given address.
struct LocalSimulator {
    let key: ProviderKey
    let authorityPEM: String
    let control: ControlClient
    /// The environment that the simulator serves on the address.
    let environment: APNSEnvironment

    /// - Throws: ``CommandFailure`` if the state directory is damaged.
    init?(_ address: HostAndPort, _ state: StateDirectory) throws {
        guard let found = try? state.simulatorAddress() else { return nil }
        let environments = APNSEnvironment.allCases.filter {
            let own = found.simulator.address(of: $0)
            return own.port == address.port
                && (own.host == address.host || address.host == "localhost")
        }
        guard let environment = environments.first,
            let pem = state.readText(.authorityCertificate)
        else { return nil }
        self.environment = environment
        authorityPEM = pem
        control = ControlClient(url: found.control)
        key = try state.simulatorSigningKey()
    }
}
