// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import SwiftUI

/// One conversation, with a field for the next message.
struct ConversationView: View {
    let id: String
    let model: AppModel
    @State private var draft = ""

    var body: some View {
        VStack {
            List {
                ForEach(
                    Array((model.chat.conversation(id)?.lines ?? []).enumerated()), id: \.offset
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
                        await model.chat.send(text, to: id)
                        // Now the person waits for an answer: the time to speak of notifications.
                        await model.permission.suggest(on: .sentFirstMessage)
                    }
                }
                .disabled(draft.isEmpty)
            }
            .padding()
        }
        .navigationTitle(model.chat.conversation(id)?.name ?? "")
        .task { await model.chat.markRead(id) }
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
