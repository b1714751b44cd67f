// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let locationUsageMissing = DoctorCheck(
        "location-usage-description-missing", .error,
        "a location trigger is used without a usage description",
        why: "A location trigger needs permission to use the location while the app is in use. "
            + "Without the usage description the system never shows the permission prompt, so the "
            + "trigger never fires.",
        remedy: "add NSLocationWhenInUseUsageDescription to the app's Info.plist",
        wrong: RuleExample(.init("App/Place.swift", place)),
        right: RuleExample(
            .init("App/Place.swift", place),
            SampleApp.info(adding: [
                "NSLocationWhenInUseUsageDescription": "To remind you when you pass the shop."
            ])),
        claim: .documented("UNLocationNotificationTrigger")
    ) { project, report in
        for app in project.apps where app.mayBeIOS {
            let use = project.code(of: app).lazy.compactMap { source in
                source.calls(of: "UNLocationNotificationTrigger").first.map {
                    source.location(of: $0)
                }
            }.first
            guard let use else { continue }
            let keys = [
                "NSLocationWhenInUseUsageDescription",
                "NSLocationAlwaysAndWhenInUseUsageDescription",
            ]
            report.examine(app) { configuration in
                guard keys.allSatisfy({ configuration.info($0) == .absent }) else { return nil }
                return (
                    "\(app.name) has a location trigger, but no usage description for the location",
                    nil, use
                )
            }
        }
    }

    private static let place = """
        import CoreLocation
        import UserNotifications

        struct Place {
            func remind(at region: CLCircularRegion) async throws {
                let content = UNMutableNotificationContent()
                content.title = "Your order is waiting"
                try await UNUserNotificationCenter.current().add(
                    UNNotificationRequest(
                        identifier: "place", content: content,
                        trigger: UNLocationNotificationTrigger(region: region, repeats: false)))
            }
        }
        """
}
