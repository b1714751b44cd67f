// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
import Foundation
import Synchronization

/// The state of an app's process, from its start to its end.
@MainActor
final class AppProcess {
    /// The app delegate. This property is the only strong reference to the delegate.
    var delegate: (any UIApplicationDelegate)?
    var scene: UIWindowScene?
    /// The app, if it is written with SwiftUI, and the values that are observed by the modifiers of
    /// its scenes.
    var app: SwiftUIApp?
    var contentExtension: (any UIViewController & UNNotificationContentExtension)?
    var hasLaunched = false
    /// The response that started the process; `nil` once the response has been delivered
    /// (`RSP-12`).
    var launchResponse: NotificationResponse?
    /// Whether the notification center had a delegate when the launch ended.
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
