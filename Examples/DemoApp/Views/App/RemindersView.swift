// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import BellhopKit
import Foundation
import SwiftUI

/// The future reminders.
struct RemindersView: View {
    let app: AppDelegate
    @State private var reminders: [LocalNotification] = []
    @State private var title = ""
    @State private var time = Date.now

    var body: some View {
        List {
            Section("New") {
                TextField("What?", text: $title)
                DatePicker("When?", selection: $time, displayedComponents: .hourAndMinute)
                Button("Each day") { add() }
                    .disabled(title.isEmpty)
            }
            ForEach(reminders) { reminder in
                Text(reminder.title)
            }
            .onDelete { indices in
                let ids = indices.map { reminders[$0].id }
                Task {
                    await app.push.schedule.cancel(ids)
                    reminders = app.push.schedule.reminders
                }
            }
        }
        .navigationTitle("Reminders")
        .task { reminders = app.push.schedule.reminders }
    }

    private func add() {
        let parts = Calendar.current.dateComponents([.hour, .minute], from: time)
        let reminder = LocalNotification.reminder(
            UUID().uuidString, title, .daily(hour: parts.hour ?? 9, minute: parts.minute ?? 0))
        title = ""
        Task {
            await app.push.permission.request(because: .reminders)
            try? await app.push.schedule.plan(reminder)
            reminders = app.push.schedule.reminders
        }
    }
}
#endif
