// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import CommandSupport
import ControlAPI

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
        let line: JSONObject = [
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
        return JSONWriter.text(.object(line))
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
