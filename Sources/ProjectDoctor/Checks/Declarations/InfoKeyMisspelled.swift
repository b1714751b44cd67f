// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let infoKeyMisspelled = DoctorCheck(
        "info-key-misspelled", .error,
        "a key of Info.plist is misspelled",
        why:
            "The system ignores keys that it does not know, so the declaration has no effect.",
        remedy: "correct the key",
        wrong: RuleExample(
            SampleApp.info(
                without: "NSSupportsLiveActivitiesFrequentUpdates",
                adding: ["NSSupportLiveActivitiesFrequentUpdates": true])),
        right: RuleExample(SampleApp.info()),
        claim: .documented("Information Property List (Bundle Resources)")
    ) { project, report in
        for target in project.targets where target.product.isSigned {
            guard target.configurations.contains(where: { $0.infoPlist != nil }) else { continue }
            report.examine(target) { configuration in
                guard let list = configuration.infoPlist else { return nil }
                for (parent, known) in InfoKey.vocabularies {
                    let keys = parent.reduce(list.value as PlistValue?) { $0?[$1] }?.dictionary
                    for key in (keys ?? [:]).keys.sorted() where !InfoKey.others.contains(key) {
                        guard let meant = Misspelling.of(key, among: known),
                            keys?[meant] == nil
                        else { continue }
                        return (
                            "\(key.prefix(60)) is not a key of Apple's; the key is called \(meant)",
                            "rename it to \(meant)", list.location(of: key)
                        )
                    }
                }
                return nil
            }
        }
    }
}

/// Keys of Info.plist that concern notifications, by the dictionary that contains them. Source:
/// Information Property List (Bundle Resources).
enum InfoKey {
    static let vocabularies: [([String], [String])] = [
        (
            [],
            [
                "UIBackgroundModes", "BGTaskSchedulerPermittedIdentifiers",
                "NSSupportsLiveActivities", "NSSupportsLiveActivitiesFrequentUpdates",
                "NSUserActivityTypes", "NSExtension", "FirebaseAppDelegateProxyEnabled",
                "NSLocationWhenInUseUsageDescription",
            ]
        ),
        (
            ["NSExtension"],
            [
                "NSExtensionPointIdentifier", "NSExtensionPrincipalClass", "NSExtensionAttributes",
                "NSExtensionMainStoryboard",
            ]
        ),
        (
            ["NSExtension", "NSExtensionAttributes"],
            [
                "UNNotificationExtensionCategory", "UNNotificationExtensionInitialContentSizeRatio",
                "UNNotificationExtensionDefaultContentHidden",
                "UNNotificationExtensionOverridesDefaultTitle",
                "UNNotificationExtensionUserInteractionEnabled",
            ]
        ),
    ]

    /// Valid keys that are similar to one of the keys above.
    static let others: Set<String> = ["WKBackgroundModes"]
}
