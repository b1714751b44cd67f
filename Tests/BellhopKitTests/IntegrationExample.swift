// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import UserNotificationsShim

// The integration of a whole app begins here.
final class ChatDelegate: PushAppDelegate {
    let store = ChatStore()
    let router = PushRouter<ChatRoute>()

    override func makeConfiguration() -> PushConfiguration {
        var push = PushConfiguration(backend: store.backend, appGroup: "group.com.example.chat")
        push.router = router
        push.categories = [
            PushCategory(
                "message",
                actions: [
                    .textInput(
                        "reply", "Reply", send: "Send", icon: .system("arrowshape.turn.up.left")),
                    .button("delete", "Delete", options: .destructive),
                ])
        ]
        push.onMessage = { [store] in try await store.save($0) }
        push.on("reply") { [store] response in
            let chat = response.message.payload.string("chat_id") ?? ""
            try await store.send(response.text ?? "", to: chat)
        }
        push.on("delete") { [store] response in
            try await store.delete(response.message.id ?? "")
        }
        push.refresh = RefreshPlan(taskID: "com.example.chat.refresh")
        push.badge = .counted
        return push
    }
}

enum ChatRoute: PushRoute {
    case chat(String)

    init?(_ message: PushMessage) {
        guard let chat = message.payload.string("chat_id") else { return nil }
        self = .chat(chat)
    }
}
// The integration of a whole app ends here.
