// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSService
import APNSWire
import ControlAPI
import Simulation
import Synchronization

extension SimulatorHost {
    /// Applies the part of a configuration that can change while the simulator runs: keys, apps,
    /// devices and the options of the service.
    ///
    /// - Parameter old: the configuration that was applied before. Keys and devices that are only
    ///   in that configuration are removed.
    /// - Returns: A sentence for each part of the configuration that takes effect only at the next
    ///   start.
    /// - Throws: ``ConfigurationError`` when something cannot be registered.
    @discardableResult
    package func apply(
        _ new: SimulatorConfiguration, replacing old: SimulatorConfiguration? = nil, file: String
    ) async throws -> [String] {
        var step = "keys"
        do throws(ServiceError) {
            for key in old?.keys ?? [] where !new.keys.contains(where: { $0.keyID == key.keyID }) {
                _ = service.removeKey(key.keyID)
            }
            for key in new.keys { try service.registerKey(key) }
            step = "apps"
            for app in new.apps {
                try service.registerApp(bundleID: app.bundleID, teamID: app.teamID)
                try service.setPushEnabled(app.push ?? true, bundleID: app.bundleID)
                try service.setBroadcastEnabled(app.broadcast ?? true, bundleID: app.bundleID)
            }
            step = "devices"
            for device in old?.devices ?? []
            where !new.devices.contains(where: { $0.id == device.id }) {
                try service.removeDevice(device.id)
            }
            for device in new.devices {
                if service.apps[device.bundleID] == nil {
                    try service.registerApp(
                        bundleID: device.bundleID, teamID: new.teamID ?? Self.teamID)
                }
                _ = try service.place(device)
            }
        } catch {
            throw ConfigurationError(
                file: file, line: 1, column: 1, keyPath: step, problem: error.description)
        }
        try await applyFaults(new, file: file)
        if let old {
            if old.options != new.options {
                service.setOptions(try ServiceOptions(overriding: new.options))
            }
        } else if !new.options.members.isEmpty {
            service.setOptions(try ServiceOptions(overriding: new.options))
        }
        applied.withLock { $0?.configuration = new }
        changes.signal()
        return old.map { notes(from: $0, to: new) } ?? []
    }

    /// The parts of a configuration file that the simulator has applied.
    struct Applied: Sendable {
        var configuration: SimulatorConfiguration
        let file: String
        /// The numbers that identify those active faults that come from the file.
        var faultIDs: [Int] = []
    }

    /// Replaces the active faults that came from the previous configuration with the faults of the
    /// new configuration.
    private func applyFaults(_ new: SimulatorConfiguration, file: String) async throws {
        let before = applied.withLock { $0 }
        if let before {
            guard before.configuration.faults != new.faults || before.faultIDs.isEmpty else {
                return
            }
            for id in before.faultIDs { try? await removeFault(String(id)) }
        }
        var ids: [Int] = []
        for (index, fault) in new.faults.enumerated() {
            do {
                ids.append(try await addFault(.init(JSONWriter.write(fault))).id)
            } catch let problem as ControlProblem {
                throw ConfigurationError(
                    file: file, line: 1, column: 1, keyPath: "faults[\(index)]",
                    problem: problem.detail)
            }
        }
        let faultIDs = ids
        applied.withLock {
            $0 = Applied(configuration: new, file: file, faultIDs: faultIDs)
        }
    }

    /// Applies the configuration file again after a reset. Afterwards, its keys, apps, devices,
    /// options and faults are the same as after the start.
    func applyAgain(after parts: Set<ResetPart>) async throws {
        let again: Set<ResetPart> = [.devices, .apps, .faults, .options]
        guard !parts.isDisjoint(with: again), let before = applied.withLock({ $0 }) else { return }
        if parts.contains(.faults) { applied.withLock { $0?.faultIDs = [] } }
        try await apply(before.configuration, file: before.file)
    }

    private func notes(
        from old: SimulatorConfiguration, to new: SimulatorConfiguration
    ) -> [String] {
        var notes: [String] = []
        let sections = new.sectionsForRestart(old)
        if !sections.isEmpty {
            notes.append(
                "\(sections.joined(separator: ", ")): the change takes effect at the next start")
        }
        let apps = old.apps.map(\.bundleID).filter { id in
            !new.apps.contains { $0.bundleID == id }
        }
        if !apps.isEmpty {
            notes.append(
                "\(apps.joined(separator: ", ")): the file no longer contains this app, but it "
                    + "stays registered until a reset")
        }
        return notes
    }
}
