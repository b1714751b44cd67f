// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import BellhopKit
import SwiftUI

/// The system's settings, and a link to change them. The Settings app also opens this page.
struct SettingsView: View {
    let push: PushCenter

    var body: some View {
        List {
            NotificationSettingsButton(push.permission)
            if let problem = push.registration.status.problem { Text(problem) }
            ForEach(push.permission.settings?.rows ?? []) { row in
                HStack {
                    Text(row.title)
                    Spacer()
                    Image(systemName: row.isOn ? "checkmark" : "minus")
                }
            }
            Button("Allow critical alerts") {
                Task { await push.permission.requestCriticalAlerts(because: .criticalAlerts) }
            }
        }
        .navigationTitle("Notifications")
        .task { await push.permission.refresh() }
    }
}
#endif
