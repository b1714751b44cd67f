// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
import Foundation
import Synchronization

/// What an app's process holds, from its start to its end.
@MainActor
final class AppProcess {
    /// The app delegate, which nobody else keeps alive.
    var delegate: (any UIApplicationDelegate)?
    var scene: UIWindowScene?
    /// The app, where it is written with SwiftUI, and what the modifiers of its scenes watch.
    var app: SwiftUIApp?
    var contentExtension: (any UIViewController & UNNotificationContentExtension)?
    var hasLaunched = false
    /// The response that started the process, until it is handed over (`RSP-12`).
    var launchResponse: NotificationResponse?
    /// Whether the center had a delegate when the launch was over.
    var hadDelegateInTime = false

    nonisolated init() {}

    func end() {
        delegate = nil
        scene = nil
        app = nil
        contentExtension = nil
        hasLaunched = false
        launchResponse = nil
        hadDelegateInTime = false
    }
}
