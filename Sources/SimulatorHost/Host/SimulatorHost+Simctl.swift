// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import DeviceModel
import DeviceSimulator

extension SimulatorHost {
    /// Delivers a payload to a phone as `simctl push` does on the Simulator, which means without
    /// APNs, without a token, and without the service extension (`REG-15`).
    func push(_ payload: JSONObject, to bundleID: String, on phone: VirtualDevice) async throws {
        let inference = PushInference(payload: Payload(payload), bundleID: bundleID)
        var generator = SystemRandomNumberGenerator()
        let token: DeviceToken
        do { token = try DeviceToken(bytes: [UInt8](repeating: 0, count: 32)) } catch {
            throw ControlProblem(.badRequest, "\(error)")
        }
        let arrival = await phone.simulate(
            DevicePush(
                deviceToken: token, topic: Topic(bundleID), pushType: inference.pushType,
                priority: inference.priority, id: .random(using: &generator),
                body: JSONWriter.write(.object(payload)), acceptedAt: time.now))
        if arrival.outcome == .discarded, arrival.reasons.contains("REG-15") {
            throw ControlProblem(.badRequest, arrival.summary)
        }
    }
}
