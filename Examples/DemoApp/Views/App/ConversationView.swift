// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import BellhopKit
import SwiftUI

/// One conversation, with a field for the next message.
struct ConversationView: View {
    let id: String
    let app: AppDelegate
    @State private var draft = ""

    var body: some View {
        VStack {
            List {
                ForEach(
                    Array((app.chat.conversation(id)?.lines ?? []).enumerated()), id: \.offset
                ) {
                    _, line in
                    LineView(line: line)
                }
            }
            HStack {
                TextField("Message", text: $draft)
                Button("Send") {
                    let text = draft
                    draft = ""
                    Task {
                        await app.chat.send(text, to: id)
                        // The person now waits for a reply: a good time to offer notifications.
                        await app.push.permission.request(because: .replies)
                    }
                }
                .disabled(draft.isEmpty)
            }
            .padding()
        }
        .navigationTitle(app.chat.conversation(id)?.name ?? "")
        .task { await app.chat.markRead(id) }
    }
}

/// One message.
struct LineView: View {
    let line: ChatModel.Line

    var body: some View {
        HStack {
            if line.delivery != .received { Spacer() }
            Text(line.text)
            if line.delivery == .failed {
                Image(systemName: "exclamationmark.circle")
                    .accessibilityLabel("Not sent")
            }
        }
    }
}
#endif
