// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import SwiftUI

/// What the system allows, and the way to change it. Settings leads here too.
struct SettingsView: View {
    let model: SettingsModel

    var body: some View {
        List {
            if let advice = model.advice { Text(advice) }
            if let problem = model.registrationError { Text(problem) }
            ForEach(model.rows) { row in
                HStack {
                    Text(row.title)
                    Spacer()
                    Image(systemName: row.isOn == true ? "checkmark" : "minus")
                }
            }
            Button("Open Settings") { Task { await model.openSystemSettings() } }
            Button("Allow critical alerts") { Task { await model.askForCriticalAlerts() } }
        }
        .navigationTitle("Notifications")
        .task { await model.update() }
    }
}
#endif
