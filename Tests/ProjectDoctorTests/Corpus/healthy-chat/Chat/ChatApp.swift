import SwiftUI

@main
struct ChatApp: App {
    @UIApplicationDelegateAdaptor private var delegate: AppDelegate

    var body: some Scene {
        WindowGroup { InboxView() }
    }
}

struct InboxView: View {
    @State private var isDenied = false

    var body: some View {
        VStack {
            Button("Tell me about new messages") { Task { await ask() } }
            if isDenied {
                Link(
                    "Open Settings",
                    destination: URL(string: UIApplication.openNotificationSettingsURLString)!)
            }
        }
    }

    private func ask() async {
        let center = UNUserNotificationCenter.current()
        switch await center.notificationSettings().authorizationStatus {
        case .notDetermined:
            let granted =
                (try? await center.requestAuthorization(options: [.alert, .sound, .badge])) ?? false
            isDenied = !granted
        case .denied: isDenied = true
        case .authorized, .provisional, .ephemeral: isDenied = false
        @unknown default: break
        }
    }
}
