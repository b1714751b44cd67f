// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let entitlementMisspelled = DoctorCheck(
        "entitlement-misspelled", .error, "an entitlement is misspelled",
        why: "Signing rejects or removes an unknown key, so the app does not get the intended "
            + "entitlement.",
        remedy: "correct the key, or add the capability in Xcode",
        wrong: RuleExample(
            SampleApp.entitlements(
                without: "com.apple.developer.usernotifications.time-sensitive",
                adding: ["com.apple.developer.usernotification.timesensitive": true])),
        right: RuleExample(SampleApp.entitlements()),
        claim: .documented("Entitlements (Bundle Resources)")
    ) { project, report in
        for target in project.targets where target.product.isSigned {
            guard target.configurations.contains(where: { $0.entitlements != nil }) else {
                continue
            }
            report.examine(target) { configuration in
                let keys = configuration.entitlements?.value.dictionary?.keys.sorted() ?? []
                for key in keys {
                    guard let meant = Misspelling.of(key, among: EntitlementKey.all),
                        configuration.entitlement(meant) == .absent
                    else { continue }
                    return (
                        "\(key.prefix(80)) is not an entitlement of Apple's; the entitlement is "
                            + "called \(meant)", "rename it to \(meant)",
                        configuration.location(ofEntitlement: key, in: target)
                    )
                }
                return nil
            }
        }
    }
}

extension AppTarget.Product {
    /// Whether the product is signed separately, with its own Info.plist and entitlements.
    var isSigned: Bool { self == .application || self == .appExtension }
}
