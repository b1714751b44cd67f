// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One app on one phone: what Apple's `current` and `shared` hand out while its code runs.
///
/// The objects live as long as the app is installed, so a center that a test or a callback was
/// handed keeps its phone.
package final class PhoneApp: Sendable {
    package let services: any PhoneServices
    package let center: UNUserNotificationCenter
    package let taskScheduler: BGTaskScheduler
    /// The app's side of UIKit; the main actor's alone.
    @MainActor package var application: UIApplication {
        if let madeApplication { return madeApplication }
        let application = UIApplication(app: services)
        madeApplication = application
        return application
    }
    @MainActor private var madeApplication: UIApplication?

    package init(services: any PhoneServices) {
        self.services = services
        center = UNUserNotificationCenter(app: services)
        taskScheduler = BGTaskScheduler(app: services)
    }
}
