import SwiftUI
import UserNotifications

struct ContentView: View {
    @State private var habits: [String] = []

    var body: some View {
        List(habits, id: \.self) { Text($0) }
            .onAppear {
                UNUserNotificationCenter.current().requestAuthorization(options: [
                    .alert, .badge, .sound,
                ]) { success, error in
                    if success {
                        print("All set!")
                    } else if let error {
                        print(error.localizedDescription)
                    }
                }
            }
            .toolbar {
                Button("Remind me") { Reminders.schedule(at: 9) }
            }
    }
}
