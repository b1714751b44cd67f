// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Synchronization

// Requests for the tokens of Live Activities (`LA-9`).
extension VirtualDevice {
    /// Requests an activity's own token. If the request fails, it is repeated when the phone is
    /// online again.
    func registerActivity(_ activityID: String) async {
        guard let activity = snapshot.activity(activityID), activity.token == nil,
            let token = await activityToken(
                of: activity.bundleID, .liveActivity, instance: activityID)
        else { return }
        let now = time.now
        await carryOut { $0.setActivityToken(token, of: activityID, at: now) }
    }

    /// Reports the push-to-start token of an attributes type to an app; requests the token first if
    /// there is none.
    func registerActivityStart(_ bundleID: String, attributesType: String) async {
        let now = time.now
        let outcome = snapshot.requestActivityStartToken(
            attributesType: attributesType, of: bundleID, at: now)
        for callback in outcome.callbacks { await run(callback) }
        guard !outcome.linkOrders.isEmpty,
            let token = await activityToken(
                of: bundleID, .liveActivityStart, instance: attributesType)
        else { return }
        await carryOut {
            $0.setActivityStartToken(
                token, attributesType: attributesType, of: bundleID, at: now)
        }
    }

    private func activityToken(
        of bundleID: String, _ family: TokenFamily, instance: String
    ) async -> DeviceToken? {
        let phone = snapshot
        guard phone.isOnline, !phone.isAPNsBlocked, phone.kind != .oldSimulator,
            let environment = phone.environment(of: bundleID)
        else { return nil }
        return try? await link.registerToken(
            deviceID: id, bundleID: bundleID, environment: environment, family: family,
            instance: instance)
    }

    private func carryOut(_ edit: (inout Device) -> ActionOutcome) async {
        let applied = state.withLock { state in
            let before = state.device
            let outcome = edit(&state.device)
            return state.apply(outcome, since: before)
        }
        changed()
        // Only the revocation of a token can fail, and nothing waits for the revocation.
        _ = try? await carryOut(applied)
    }
}
