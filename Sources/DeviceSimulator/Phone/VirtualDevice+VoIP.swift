// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// VoIP calls, which a push announces.
extension VirtualDevice {
    /// Runs the handler of a VoIP push. Terminates the app if it had to report a call but did not
    /// report one (`LC-10`).
    func runVoIPPush(_ callback: Callback) async {
        let bundleID = callback.bundleID
        let (code, system) = (code(of: bundleID), system(for: bundleID))
        change { $0.beginVoIPPush(of: bundleID) }
        let isDone: Void? = await awaitResult(within: Self.backgroundMax) {
            await code.run(callback, on: system)
        }
        let now = time.now
        let (wasInMemory, end) = change { device in
            let wasInMemory = device[bundleID]?.state.isInMemory ?? false
            return (wasInMemory, device.endVoIPPush(of: bundleID, at: now))
        }
        record(callback, result: end.summary ?? (isDone == nil ? "not finished in time" : nil))
        answer(end.answeredPrompts)
        if wasInMemory, end.device[bundleID]?.state.isInMemory == false {
            await code.processDidEnd()
        }
    }
}

extension AppSystem {
    /// Reports a call to CallKit or LiveCommunicationKit, as a VoIP push requires.
    public func reportCall() { device.change { [bundleID] in $0.reportCall(of: bundleID) } }

    /// Passes a message from the service extension to the app as a VoIP push.
    ///
    /// - Parameter body: A JSON object.
    /// - Returns: `false` when the app has no token for VoIP pushes.
    public func reportVoIPPush(_ body: [UInt8]) -> Bool {
        guard let token = app?.tokens[.voip] else { return false }
        device.accept(
            DevicePush(
                deviceToken: token, topic: Topic(bundleID: bundleID, pushType: .voip),
                pushType: .voip, priority: .immediate, id: APNSID(UUID()), body: body,
                acceptedAt: device.time.now))
        return true
    }
}
