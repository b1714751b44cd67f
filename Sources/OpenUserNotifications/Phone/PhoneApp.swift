// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
package import DeviceSimulator
import Foundation
import Synchronization

/// One app on one phone: what Apple's `current` and `shared` hand out while its code runs.
///
/// The objects live as long as this does, so a center that a test or a callback was handed keeps
/// its phone.
package final class PhoneApp: Sendable {
    package let services: DevicePhone
    package let center: UNUserNotificationCenter
    package let taskScheduler: BGTaskScheduler
    @MainActor private var madeApplication: UIApplication?
    /// The scenes that are connected.
    @MainActor package var scenes: Set<UIScene> = []
    /// The window that takes events.
    @MainActor weak var keyWindow: UIWindow?
    /// What the app has copied.
    @MainActor var pasteboard: UIPasteboard {
        if let madePasteboard { return madePasteboard }
        let pasteboard = UIPasteboard()
        madePasteboard = pasteboard
        return pasteboard
    }
    @MainActor private var madePasteboard: UIPasteboard?

    /// An app's side of a phone.
    ///
    /// - Parameter groupFolder: where the folders of App Groups lie.
    package init(_ system: AppSystem, groupFolder: URL? = nil) {
        services = DevicePhone(system, groupFolder: groupFolder)
        center = UNUserNotificationCenter(app: services)
        taskScheduler = BGTaskScheduler(app: services)
    }

    /// The app's side of UIKit.
    @MainActor package var application: UIApplication {
        if let madeApplication { return madeApplication }
        let application = UIApplication(app: services)
        application.phoneApp = self
        madeApplication = application
        return application
    }

    /// Runs code as code of this app: `current` and `shared` mean this phone.
    package func run<Answer>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Answer
    ) async rethrows -> Answer {
        try await PhoneContext.$running.withValue(self, operation: body, isolation: isolation)
    }
}
