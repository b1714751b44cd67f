// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import CommandSupport
import ControlAPI
import SimulatorHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The text that servers print when they are ready.
enum Banner {
    static func simulator(_ address: SimulatorAddress, state: StateDirectory) {
        Console.out(Console.styled("APNs simulator", .bold))
        addresses(address, state: state)
        Console.out(
            "  key          \(state.path(of: .simulatorKey)) (key \(address.simulator.keyID), team "
                + "\(address.simulator.teamID))"
        )
        Console.out()
        Console.out("Send a notification to its phone:")
        Console.out("  " + Console.styled("\(toolPath) push FILE.apns\(state.flag)", .green))
        Console.out(Console.styled("Ctrl-C stops it.", .dim))
    }

    static func gateway(
        _ address: GatewayAddress, simulator: SimulatorInfo?, state: StateDirectory,
        storage: String, ownerLink: String?
    ) {
        Console.out(Console.styled("Bellhop gateway", .bold) + "  \(address.url)")
        Console.out(
            "  sends to     " + (simulator == nil ? "Apple" : "the simulator of \(state.path)"))
        Console.out("  storage      \(storage)")
        if let senders = address.apns { Self.senders(senders) }
        Console.out("  API key      in \(state.path(of: .developmentKey)), readable by you only")
        Console.out("  console      \(address.url)/console")
        if let ownerLink {
            Console.out()
            Console.out("The console has no owner yet. Choose the owner's password here, once:")
            Console.out(
                "  " + Console.styled("\(address.url)/console/join#\(ownerLink)", .green))
        }
        Console.out(Console.styled("Ctrl-C stops it.", .dim))
    }

    static func everything(
        url: String, _ address: SimulatorAddress, key: String, senders: SenderAddresses?,
        state: StateDirectory
    ) {
        Console.out(
            Console.styled("Bellhop is up", .bold) + "  open " + Console.styled(url, .green))
        Console.out("  console      \(url)/console")
        addresses(address, state: state)
        Console.out("  storage      \(state.path(of: .gatewayDatabase))")
        Console.out("  client key   in \(state.path(of: .clientKey)), for requests of the demo app")
        if let senders { Self.senders(senders) }
        Console.out()
        Console.out("Send a message and watch the lock screen:")
        Console.out(
            "  "
                + Console.styled(
                    "curl -d \"Dinner is ready\" \(url)/v1/users/\(DemoPhone.user)/messages "
                        + "-H \"Authorization: Bearer \(key)\"", .green))
        Console.out("Push a payload file:")
        Console.out(
            "  "
                + Console.styled(
                    "\(toolPath) push Examples/payloads/message.apns\(state.flag)", .green)
        )
        Console.out(
            Console.styled(
                "Ctrl-C stops it; the next start uses the same phone and keys.", .dim))
    }

    /// The ports for senders that speak to APNs.
    private static func senders(_ addresses: SenderAddresses) {
        Console.out("  for senders  \(addresses.text)")
    }

    /// The command that starts this tool, so that printed commands work when a person pastes them.
    /// It is `bellhop` or the path of the tool, which is relative if the tool is below the current
    /// folder.
    private static var toolPath: String {
        guard let path = CommandLine.arguments.first, path.contains("/") else { return "bellhop" }
        let here = FileManager.default.currentDirectoryPath + "/"
        return ShellWord.quoted(path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path)
    }

    static func addresses(_ address: SimulatorAddress, state: StateDirectory) {
        let simulator = address.simulator
        Console.out("  sandbox      \(simulator.sandbox.host):\(simulator.sandbox.port)")
        Console.out("  production   \(simulator.production.host):\(simulator.production.port)")
        let channels = [simulator.sandboxChannels, simulator.productionChannels]
        Console.out(
            "  channels     " + channels.map { "\($0.host):\($0.port)" }.joined(separator: ", "))
        Console.out("  authority    \(state.path(of: .authorityCertificate))")
        Console.out("  control API  \(address.control)")
        if let fcm = simulator.fcm {
            Console.out(
                "  FCM          http://\(fcm.host):\(fcm.port), service account in "
                    + state.path(of: .fcmServiceAccount))
        }
        if let webPush = simulator.webPush {
            Console.out(
                "  Web Push     http://\(webPush.host):\(webPush.port), subscription in "
                    + state.path(of: .webPushSubscription))
        }
    }
}

extension StateDirectory {
    /// The option with which clients select this directory; empty for the default directory.
    var flag: String { path == Self.defaultPath ? "" : " --state-dir \(ShellWord.quoted(path))" }
}
