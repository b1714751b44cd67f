// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import SwiftUI

/// The reminders that are still to come.
struct RemindersView: View {
    let model: AppModel
    @State private var reminders: [Reminder] = []
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
                for index in indices { model.reminders.cancel(reminders[index].id) }
                Task { reminders = await model.reminders.scheduled() }
            }
        }
        .navigationTitle("Reminders")
        .task { reminders = await model.reminders.scheduled() }
    }

    private func add() {
        let parts = Calendar.current.dateComponents([.hour, .minute], from: time)
        let reminder = Reminder(
            id: UUID().uuidString, title: title,
            schedule: .daily(hour: parts.hour ?? 9, minute: parts.minute ?? 0))
        title = ""
        Task {
            await model.permission.suggest(on: .addedReminder)
            try? await model.reminders.save(reminder)
            reminders = await model.reminders.scheduled()
        }
    }
}
#endif
