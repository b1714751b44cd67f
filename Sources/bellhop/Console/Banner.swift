// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ControlAPI

/// What servers print when they are ready.
enum Banner {
    static func simulator(_ address: SimulatorAddress, state: StateDirectory) {
        Console.out(Console.styled("APNs simulator", .bold))
        addresses(address, state: state)
        Console.out("  key          \(state.path(of: .simulatorKey)) (key \(address.simulator.keyID), team \(address.simulator.teamID))")
        Console.out()
        Console.out("Send a notification to its phone:")
        Console.out("  " + Console.styled("bellhop push FILE.apns\(state.flag)", .green))
        Console.out(Console.styled("Ctrl-C stops it.", .dim))
    }

    static func addresses(_ address: SimulatorAddress, state: StateDirectory) {
        let simulator = address.simulator
        Console.out("  sandbox      \(simulator.sandbox.host):\(simulator.sandbox.port)")
        Console.out("  production   \(simulator.production.host):\(simulator.production.port)")
        Console.out("  authority    \(state.path(of: .authorityCertificate))")
        Console.out("  control API  \(address.control)")
    }
}

extension StateDirectory {
    /// The flag that makes clients look here; nothing for the usual place.
    var flag: String { path == Self.defaultPath ? "" : " --state-dir \(path)" }
}
