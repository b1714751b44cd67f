import ActivityKit
import SwiftUI

@main
struct RidesApp: App {
    var body: some Scene {
        WindowGroup {
            Button("Order") { Task { await order() } }
        }
    }

    func order() async {
        do {
            let activity = try Activity.request(
                attributes: RideAttributes(destination: "Airport"),
                content: .init(state: RideAttributes.ContentState(minutes: 8), staleDate: nil),
                pushType: .token)
            for await token in activity.pushTokenUpdates {
                let hex = token.map { String(format: "%02x", $0) }.joined()
                try await Backend.send(hex)
            }
        } catch {
            print(error)
        }
    }
}

enum Backend {
    static func send(_ token: String) async throws {}
}
