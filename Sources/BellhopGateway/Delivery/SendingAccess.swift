// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The credential with which a claimed delivery is sent.
struct SendingAccess: Sendable {
    /// The credential for APNs; `nil` if the app has none, or if the delivery uses another
    /// transport.
    let apns: AppCredential?
    /// The credential for FCM or Web Push; `nil` if the app has none, or if the delivery uses APNs.
    let provider: ProviderCredential?
    /// The reason for which the delivery waits if there is no credential.
    let missing: String

    /// Whether the app is in shadow mode, so that nothing is sent.
    var isShadow: Bool { apns?.isShadow ?? provider?.isShadow ?? false }

    init(to delivery: ClaimedDelivery, in claim: ClaimedBatch) {
        let destination = delivery.lane.destination
        let isLocked: Bool
        if delivery.foreign == nil {
            apns = claim.credentials[delivery.bundleID]
            provider = nil
            isLocked = claim.locked.contains(delivery.bundleID)
        } else {
            apns = nil
            provider = claim.providers[destination]
            isLocked = claim.lockedProviders.contains(destination)
        }
        missing = isLocked ? "credential_locked" : "no_credential"
    }
}
