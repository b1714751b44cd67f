// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import SwiftUI

#if canImport(UIKit)
import UIKit
#else
import OpenUserNotifications
#endif

@main
struct CornerApp: App {
    @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate

    var body: some Scene {
        WindowGroup {
            StartView(model: delegate.model)
                .onOpenURL { url in delegate.model.router.open(url) }
        }
    }
}
#endif
