// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit

// The block between the markers appears verbatim in README.md.

private let backend = InMemoryBackend()
private let store = TrainStore()

private actor TrainStore {
    func save(_ message: PushMessage) throws {}
}

private struct Route: PushRoute {
    init?(_ message: PushMessage) {}
}

private enum Readme {
    // guide: readme-kit
    final class AppDelegate: PushAppDelegate {
        let router = PushRouter<Route>()

        override func makeConfiguration() -> PushConfiguration {
            var push = PushConfiguration(backend: backend, appGroup: "group.com.example.trains")
            push.router = router  // taps, also from a cold start
            push.onMessage = { message in try await store.save(message) }  // once, however it came
            return push
        }
    }
    // guide: end
}
