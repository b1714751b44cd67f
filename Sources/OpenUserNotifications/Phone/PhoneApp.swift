// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
package import DeviceSimulator
import Foundation
import Synchronization

/// One app on one phone. While the app's code runs, Apple's `current` and `shared` return the
/// objects of this instance.
///
/// The objects exist as long as this instance. Therefore, a notification center that a test or a
/// callback received belongs to this phone, wherever the center is used.
package final class PhoneApp: Sendable {
    package let services: DevicePhone
    package let center: UNUserNotificationCenter
    package let taskScheduler: BGTaskScheduler
    @MainActor private var madeApplication: UIApplication?
    /// The connected scenes.
    @MainActor package var scenes: Set<UIScene> = []
    /// The window that receives events.
    @MainActor weak var keyWindow: UIWindow?
    /// The app's pasteboard.
    @MainActor var pasteboard: UIPasteboard {
        if let madePasteboard { return madePasteboard }
        let pasteboard = UIPasteboard()
        madePasteboard = pasteboard
        return pasteboard
    }
    @MainActor private var madePasteboard: UIPasteboard?

    /// Creates the objects of an app on a phone.
    ///
    /// - Parameter groupFolder: the parent folder of the App Group folders; `nil` means a new
    ///   temporary folder.
    package init(_ system: AppSystem, groupFolder: URL? = nil) {
        services = DevicePhone(system, groupFolder: groupFolder)
        center = UNUserNotificationCenter(app: services)
        taskScheduler = BGTaskScheduler(app: services)
    }

    /// The app's `UIApplication`.
    @MainActor package var application: UIApplication {
        if let madeApplication { return madeApplication }
        let application = UIApplication(app: services)
        application.phoneApp = self
        madeApplication = application
        return application
    }

    /// Runs a function as code of this app: inside the function, `current` and `shared` refer to
    /// this phone.
    package func run<Output>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Output
    ) async rethrows -> Output {
        try await PhoneContext.$running.withValue(self, operation: body, isolation: isolation)
    }
}
