// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import DeviceModel

extension AppSystem {
    /// Opens the app for a content extension, as if the person had tapped the notification
    /// (`NCE-8`).
    package func performDefaultActionOfContentExtension() {
        let now = now
        _ = device.act { phone -> Result<ActionOutcome, Never> in
            .success(phone.performDefaultActionOfContentExtension(at: now))
        }
    }

    /// Replaces the buttons of the notification that a content extension shows (`NCE-8`).
    package func setActionsOfContentExtension(_ actions: [NotificationAction]) {
        device.change { $0.setActionsOfContentExtension(actions) }
    }
}
