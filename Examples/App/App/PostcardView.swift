// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import PostcardPush
import SwiftUI

/// What arrived, and a button that asks for notifications where a person sees what they are for.
struct PostcardView: View {
    let push: PushCenter
    let postcards: Postcards

    var body: some View {
        NavigationStack {
            List {
                ForEach(postcards.received) { postcard in
                    Text(postcards.opened == postcard.id ? "▸ " + postcard.text : postcard.text)
                }
            }
            .navigationTitle("Postcard")
            Button("Tell me of new postcards") {
                Task { await push.permission.request(because: .newPostcards) }
            }
            .disabled(!push.permission.canAsk)
            NotificationSettingsButton(push.permission)
        }
    }
}
