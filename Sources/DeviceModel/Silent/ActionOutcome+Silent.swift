// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// The effects on an app's held silent push when the app is opened or ended (`SIL-4`).
extension ActionOutcome {
    /// Delivers the held push, because the person opened the app.
    mutating func deliverHeldPush(of bundleID: String) {
        guard let held = device[bundleID]?.heldPush else { return }
        device[bundleID]?.heldPush = nil
        cite("SIL-4")
        callbacks.append(
            Callback(
                .didReceiveRemoteNotification, bundleID: bundleID, rule: "SIL-4",
                detail: "the phone has held it since its arrival",
                subject: .userInfo(String(decoding: held.push.body, as: UTF8.self))))
    }

    /// Drops the held push, because the app was ended.
    mutating func dropHeldPush(of bundleID: String) {
        guard device[bundleID]?.heldPush != nil else { return }
        device[bundleID]?.heldPush = nil
        cite("SIL-4")
    }
}
