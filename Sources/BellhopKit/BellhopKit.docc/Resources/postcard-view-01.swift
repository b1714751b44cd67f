import BellhopKit
import PostcardPush
import SwiftUI

/// The letters that arrived, and a button that requests permission where its purpose is visible.
struct PostcardView: View {
    let push: PushCenter
    let mailbox: Mailbox

    var body: some View {
        NavigationStack {
            List {
                ForEach(mailbox.received) { letter in
                    Text(mailbox.opened == letter.id ? "▸ " + letter.text : letter.text)
                }
            }
            .navigationTitle("Postcard")
            Button("Notify Me of New Letters") {
                Task { await push.permission.request(because: .newLetters) }
            }
            .disabled(!push.permission.canAsk)
            NotificationSettingsButton(push.permission)
        }
    }
}
