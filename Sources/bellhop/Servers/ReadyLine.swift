// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import CommandSupport
import ControlAPI
import MessagingSimulator

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The line that `bellhop apns --ready-json` writes to standard output when the simulator listens
/// on every port: one JSON object with all values that a test runner needs for connecting a sender.
struct ReadyLine {
    let address: SimulatorAddress
    let state: StateDirectory
    var version = ToolVersion.current

    /// The line without its line break.
    var text: String {
        let simulator = address.simulator
        var line: JSONObject = [
            "ready": true,
            "version": .string(version),
            "pid": .number(JSONNumber(Int(address.processID))),
            "control": .string(address.control),
            "state_dir": .string(state.absolutePath),
            "authority": .string(state.absolutePath(of: .authorityCertificate)),
            "key": [
                "path": .string(state.absolutePath(of: .simulatorKey)),
                "key_id": .string(simulator.keyID),
                "team_id": .string(simulator.teamID),
            ],
            "app": .string(simulator.defaultBundleID),
            "sandbox": Self.json(simulator.sandbox),
            "production": Self.json(simulator.production),
            "sandbox_channels": Self.json(simulator.sandboxChannels),
            "production_channels": Self.json(simulator.productionChannels),
        ]
        if let fcm = simulator.fcm {
            line["fcm"] = Self.json(
                fcm,
                [
                    "project": .string(FCMProject.demoID),
                    "service_account": .string(state.absolutePath(of: .fcmServiceAccount)),
                    "token": .string(state.absolutePath(of: .fcmToken)),
                ])
        }
        if let webPush = simulator.webPush {
            line["web_push"] = Self.json(
                webPush,
                [
                    "subscription": .string(state.absolutePath(of: .webPushSubscription)),
                    "vapid_key": .string(state.absolutePath(of: .vapidKey)),
                ])
        }
        return JSONWriter.text(.object(line))
    }

    private static func json(
        _ address: SimulatorInfo.Address, _ files: JSONObject
    ) -> JSONValue {
        var result = json(address).objectValue ?? [:]
        result["url"] = .string("http://\(address.host):\(address.port)")
        for member in files.members { result[member.key] = member.value }
        return .object(result)
    }

    private static func json(_ address: SimulatorInfo.Address) -> JSONValue {
        ["host": .string(address.host), "port": .number(JSONNumber(address.port))]
    }
}

extension StateDirectory {
    /// The absolute path of the directory, for programs in other working directories.
    var absolutePath: String {
        guard !path.hasPrefix("/") else { return path }
        let relative = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
        return FileManager.default.currentDirectoryPath + "/" + relative
    }

    func absolutePath(of file: File) -> String { absolutePath + "/" + file.rawValue }
}
