// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let locationPushEntitlementMissing = DoctorCheck(
        "entitlement-location-push-missing", .error,
        "location pushes are used without their entitlement",
        why: "Apple grants com.apple.developer.location.push on request. Without it the app gets "
            + "no token for location pushes.",
        remedy: "request the entitlement from Apple and add it to the app's target",
        wrong: RuleExample(.init("App/Location.swift", location)),
        right: RuleExample(
            .init("App/Location.swift", location),
            SampleApp.entitlements(adding: ["com.apple.developer.location.push": true])),
        claim: .documented("Creating a location push service extension")
    ) { project, report in
        for app in project.apps where app.mayBeIOS {
            guard let use = project.firstUse(of: "startMonitoringLocationPushes", in: app) else {
                continue
            }
            report.examine(app) { configuration in
                guard configuration.entitlement(EntitlementKey.locationPush).isOff else {
                    return nil
                }
                return ("\(app.name) has no entitlement for location pushes", nil, use)
            }
        }
    }

    private static let location = """
        import CoreLocation

        struct Location {
            let manager = CLLocationManager()

            func start() async throws {
                let token = try await manager.startMonitoringLocationPushes()
                await Server.shared.register(locationToken: token)
            }
        }
        """
}
