// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let environmentEntitlementUnknown = DoctorCheck(
        "entitlement-aps-environment-unknown", .error,
        "the aps-environment entitlement is neither development nor production",
        why: "Signing rejects the value or omits the entitlement, and then the app gets no device "
            + "token.",
        remedy: "write development; Xcode writes production when it signs for distribution",
        wrong: RuleExample(SampleApp.entitlements(adding: ["aps-environment": "sandbox"])),
        right: RuleExample(SampleApp.entitlements()),
        claim: .documented("APS Environment Entitlement")
    ) { project, report in
        for app in project.apps {
            guard app.configurations.contains(where: { $0.environment.value != nil }) else {
                continue
            }
            report.examine(app) { configuration in
                for key in [EntitlementKey.environment, EntitlementKey.environmentOnMac] {
                    guard let value = configuration.entitlement(key).value,
                        !["development", "production"].contains(value.string)
                    else { continue }
                    let found = value.string.map { "\"\($0.prefix(40))\"" } ?? "not a string"
                    return (
                        "\(key) of \(app.name) is \(found)", nil,
                        configuration.location(ofEntitlement: key, in: app)
                    )
                }
                return nil
            }
        }
    }
}
