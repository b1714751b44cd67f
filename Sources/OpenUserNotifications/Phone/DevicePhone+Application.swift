// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
package import Foundation
import Synchronization

extension DevicePhone {
    /// The time for which an app may continue to run in the background, in seconds. Apple documents
    /// no value; Bellhop uses the 30 seconds that developers observe.
    static let backgroundSeconds: TimeInterval = 30

    package var isRegisteredForRemoteNotifications: Bool { system.isRegistered }

    package var badgeNumber: Int {
        get { system.badge }
        set { try? system.setBadge(newValue, by: .iconBadgeNumber) }
    }

    package var applicationState: UIApplication.State {
        switch system.appState {
        case .foreground: system.device.snapshot.prompts.isEmpty ? .active : .inactive
        case .background, .suspended, .terminated, .forceQuit: .background
        }
    }

    package var backgroundRefreshStatus: UIBackgroundRefreshStatus {
        let phone = system.device.snapshot
        let isOn = phone.backgroundRefreshEnabled && (system.app?.backgroundRefreshEnabled ?? false)
        return isOn ? .available : .denied
    }

    package var backgroundTimeRemaining: TimeInterval {
        system.appState == .foreground ? .greatestFiniteMagnitude : Self.backgroundSeconds
    }

    package var isProtectedDataAvailable: Bool { !system.device.snapshot.isLocked }

    package func registerForRemoteNotifications() { system.register(.app) }

    package func unregisterForRemoteNotifications() { system.unregister() }

    /// Returns whether an app on the phone opens a URL. The phone opens web, telephone, mail and
    /// similar URLs, and the URLs of the app's settings.
    package func canOpen(_ url: URL) -> Bool {
        let known: Set<String> = [
            "http", "https", "tel", "sms", "mailto", "maps", "facetime", "app-settings",
        ]
        return url.scheme.map { known.contains($0.lowercased()) } ?? false
    }

    package func open(_ url: URL) -> Bool {
        guard canOpen(url) else { return false }
        state.withLock { state in
            state.openedURLs.append(url)
            if state.openedURLs.count > Self.openedURLCountMax { state.openedURLs.removeFirst() }
        }
        return true
    }

    /// The URLs that the app opened, oldest first; at most ``openedURLCountMax``.
    package var openedURLs: [URL] { state.withLock { $0.openedURLs } }

    /// Grants background time. The virtual phone never ends this time, so the expiration handler
    /// does not run.
    package func beginBackgroundTask(
        named name: String?, expirationHandler: (@MainActor @Sendable () -> Void)?
    ) -> UIBackgroundTaskIdentifier {
        state.withLock { state in
            guard state.backgroundTasks.count < Self.backgroundTaskCountMax else { return .invalid }
            state.lastBackgroundTask += 1
            state.backgroundTasks.insert(state.lastBackgroundTask)
            return UIBackgroundTaskIdentifier(rawValue: state.lastBackgroundTask)
        }
    }

    package func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
        state.withLock { _ = $0.backgroundTasks.remove(identifier.rawValue) }
    }

    /// The number of background tasks that the app has not ended.
    package var backgroundTaskCount: Int { state.withLock { $0.backgroundTasks.count } }
}
