// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import BellhopKit
import SwiftUI

/// The conversations, and links to all other pages.
struct StartView: View {
    let app: AppDelegate
    @State private var path: [Destination] = []

    var body: some View {
        NavigationStack(path: $path) {
            List {
                ForEach(app.chat.conversations) { conversation in
                    NavigationLink(value: Destination.conversation(conversation.id)) {
                        HStack {
                            Text(conversation.name)
                            Spacer()
                            if conversation.unreadCount > 0 {
                                Text("\(conversation.unreadCount)")
                            }
                        }
                    }
                }
                Section("More") {
                    NavigationLink("Reminders", value: Destination.reminder(""))
                    NavigationLink("Notifications", value: Destination.notificationSettings)
                }
            }
            .navigationTitle("Corner")
            .navigationDestination(for: Destination.self) { destination in
                DestinationView(destination: destination, app: app)
            }
        }
        .onPushDestination(app.router) { path = [$0] }
        .onChange(of: path) { app.router.visible = path.last }
    }
}

/// The page of a destination.
struct DestinationView: View {
    let destination: Destination
    let app: AppDelegate

    var body: some View {
        switch destination {
        case .conversation(let id): ConversationView(id: id, app: app)
        case .order(let id): OrderView(id: id, app: app)
        case .reminder: RemindersView(app: app)
        case .notificationSettings: SettingsView(push: app.push)
        case .game(let id): Text("Match \(id)")
        case .article(let url): Text(url.absoluteString)
        }
    }
}
#endif
