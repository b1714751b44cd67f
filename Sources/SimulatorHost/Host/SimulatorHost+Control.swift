// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSSimulator
import APNSWire
package import ControlAPI
import DeviceModel
import DeviceSimulator
import Simulation
import Synchronization

extension SimulatorHost: SimulatorControl {
    package func info() async throws -> SimulatorInfo {
        SimulatorInfo(
            sandbox: address(.sandbox), production: address(.production),
            sandboxChannels: address(.sandbox, .channels),
            productionChannels: address(.production, .channels), teamID: Self.teamID,
            keyID: Self.keyID, defaultBundleID: InstalledApp.demoBundleID)
    }

    package func devices() async throws -> [DeviceView] {
        var views: [DeviceView] = []
        for phone in await phones.all { views.append(DeviceView(phone.snapshot, at: time.now)) }
        return views
    }

    package func device(_ reference: String?) async throws -> DeviceView {
        DeviceView(try await phones.find(reference).snapshot, at: time.now)
    }

    package func createDevice(_ request: NewDevice) async throws -> DeviceView {
        var generator = SystemRandomNumberGenerator()
        let device = try DemoPhone.make(
            request, id: APNSID.random(using: &generator).text.uppercased(), at: time.now)
        try await phones.add(device)
        return try await self.device(device.id)
    }

    package func removeDevice(_ reference: String) async throws {
        let phone = try await phones.find(reference)
        await phones.remove(phone)
        try service.removeDevice(phone.id)
    }

    package func switches(of reference: String?, app: String?) async throws -> [SwitchView] {
        let device = try await phones.find(reference).snapshot
        let installed = try CommandReader.app(app, on: device)
        return PhoneSwitch.table.map { $0.view(device, installed) }
    }

    package func trace(of reference: String?) async throws -> [CallbackView] {
        let phone = try await phones.find(reference)
        return phone.trace.reversed().map {
            CallbackView(
                time: $0.time, bundleID: $0.bundleID, name: $0.name, rule: $0.rule,
                detail: $0.detail)
        }
    }
}
