// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import SwiftUI

#if !canImport(UIKit)
import OpenUserNotifications
#endif

/// Says what notifications are for, before the system asks.
struct PermissionView: View {
    let occasion: PermissionModel.Occasion
    let model: PermissionModel

    var body: some View {
        VStack {
            Image(systemName: "bell.badge")
            Text(reason)
            Button("Turn on notifications") { Task { await model.turnOn() } }
            Button("Not now") { model.decline() }
        }
        .padding()
    }

    private var reason: String {
        switch occasion {
        case .sentFirstMessage: String(localized: "Know at once when somebody answers.")
        case .placedOrder: String(localized: "Know when your order is at the door.")
        case .addedReminder: String(localized: "Reminders need notifications to reach you.")
        }
    }
}
#endif
