// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import BellhopKit
import SwiftUI
import UserNotificationsShim

@main
struct CornerApp: App {
    @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate

    var body: some Scene {
        WindowGroup {
            StartView(app: delegate)
                .softAsk(delegate.push.permission)
                .onOpenURL { url in
                    if let destination = Destination(url: url) { delegate.router.open(destination) }
                }
        }
    }
}
#endif
