// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import BellhopKit
import SwiftUI

/// One order; its progress is shown on the Lock Screen.
struct OrderView: View {
    let id: String
    let app: AppDelegate
    @State private var problem: String?

    var body: some View {
        List {
            Text("Order \(id)")
            Button("Show on the Lock Screen") {
                do {
                    try app.orders.start(orderID: id, shop: "Corner Shop", arrival: nil)
                } catch {
                    problem = error.localizedDescription
                }
                Task { await app.push.permission.request(because: .orders) }
            }
            Button("Cancel the order", role: .destructive) {
                Task { await app.orders.cancel(orderID: id) }
            }
            if let problem { Text(problem) }
        }
        .navigationTitle("Order")
    }
}
#endif
