// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSSimulator
import APNSWire
package import ControlAPI
import DeviceModel
import DeviceSimulator

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension SimulatorHost {
    package func saveDevice(_ reference: String?, withTokens: Bool) async throws -> Data {
        let device = try await phones.find(reference).snapshot
        let data = try ControlJSON.encode(device, isPretty: withTokens)
        return withTokens ? data : try DeviceState.withoutTokens(data)
    }

    package func restoreDevice(_ reference: String?, state: Data) async throws -> DeviceView {
        let phone = try await phones.find(reference)
        var device = try DeviceState.read(state) { isAlive($0, on: phone.id) }
        let before = phone.snapshot
        device.id = phone.id
        for index in device.apps.indices {
            device.apps[index].tokens = device.apps[index].tokens.filter { _, token in
                isAlive(token, on: phone.id)
            }
            device.apps[index].startTokens = device.apps[index].startTokens.filter { _, token in
                isAlive(token, on: phone.id)
            }
        }
        for app in before.apps where device[app.bundleID] == nil {
            try service.deleteApp(bundleID: app.bundleID, deviceID: phone.id)
        }
        phone.reset(to: device)
        try await phones.connect(phone)
        return DeviceView(phone.snapshot, at: time.now)
    }

    /// Returns whether a device token is valid at APNs and belongs to a phone.
    private func isAlive(_ token: DeviceToken, on deviceID: String) -> Bool {
        guard let registration = service.registration(of: token) else { return false }
        return registration.death == nil && registration.deviceID == deviceID
    }
}

/// Reads a phone's state, which a client sends as JSON.
enum DeviceState {
    /// The maximum size of a state, in bytes.
    static let byteCountMax = 16 << 20
    private static let limits = JSONReader.Limits(byteCountMax: byteCountMax)

    /// - Parameter keepsToken: A function that returns whether a Live Activity may keep a token.
    /// - Throws: ``ControlProblem`` with the position of the error.
    static func read(_ data: Data, keepsToken: (DeviceToken) -> Bool) throws -> Device {
        do {
            let root = try JSONReader.read(data, limits: limits).value
            let checked = JSONWriter.write(checkingActivities(root, keepsToken))
            return try ControlJSON.decode(Device.self, from: Data(checked))
        } catch {
            let reason = (error as? JSONSyntaxError)?.description ?? ControlServer.reason(error)
            throw ControlProblem(
                .badRequest,
                "the body is not a phone's state of this version: \(reason); save one with: "
                    + "bellhop device save")
        }
    }

    private static func checkingActivities(
        _ root: JSONValue, _ keepsToken: (DeviceToken) -> Bool
    ) -> JSONValue {
        guard case .object(var object) = root, let activities = object["activities"]?.arrayValue
        else { return root }
        object["activities"] = .array(
            activities.map { activity in
                guard case .object(var activity) = activity,
                    let hex = activity["token"]?.stringValue
                else { return activity }
                if (try? DeviceToken(hex: hex)).map(keepsToken) != true { activity["token"] = nil }
                return .object(activity)
            })
        return .object(object)
    }

    /// Removes from a state everything that could be used to send pushes to the phone.
    static func withoutTokens(_ data: Data) throws -> Data {
        let root = try JSONReader.read(data, limits: limits).value
        return Data(JSONWriter.write(stripped(root), style: .indented))
    }

    private static func stripped(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): return .array(elements.map(stripped))
        case .object(let object):
            return .object(
                JSONObject(
                    object.members.compactMap { member in
                        switch (member.key, member.value) {
                        // A held push contains the device token to which it was sent.
                        case ("token", .string), ("held_push", _): nil
                        case ("tokens", .array), ("start_tokens", .array):
                            .init(key: member.key, value: [])
                        case ("tokens", .object), ("start_tokens", .object):
                            .init(key: member.key, value: [:])
                        default: .init(key: member.key, value: stripped(member.value))
                        }
                    }))
        default: return value
        }
    }
}
