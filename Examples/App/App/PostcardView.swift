// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import PostcardPush
import SwiftUI

/// What arrived, and the one the person tapped.
struct PostcardView: View {
    let postcards: Postcards
    let router: PushRouter<Route>
    @State private var path: [Route] = []

    var body: some View {
        NavigationStack(path: $path) {
            List(postcards.received) { Text($0.text) }
                .navigationTitle("Postcard")
        }
        .pushDestination(router) { path.append($0) }
    }
}
