// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import SwiftUI

/// The conversations, and the way to everything else.
struct StartView: View {
    let model: AppModel

    var body: some View {
        @Bindable var router = model.router
        @Bindable var permission = model.permission
        NavigationStack(path: $router.path) {
            List {
                ForEach(model.chat.conversations) { conversation in
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
                DestinationView(destination: destination, model: model)
            }
        }
        .sheet(item: $permission.explaining) { occasion in
            PermissionView(occasion: occasion, model: model.permission)
        }
        .task {
            model.router.viewsAppeared()
            await model.permission.update()
        }
    }
}

/// The page of a destination.
struct DestinationView: View {
    let destination: Destination
    let model: AppModel

    var body: some View {
        switch destination {
        case .conversation(let id): ConversationView(id: id, model: model)
        case .order(let id): OrderView(id: id, orders: model.orders)
        case .reminder: RemindersView(model: model)
        case .notificationSettings: SettingsView(model: model.settings)
        case .game(let id): Text("Match \(id)")
        case .article(let url): Text(url.absoluteString)
        }
    }
}
#endif
