// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let appGroupMissing = DoctorCheck(
        "app-group-missing", .error,
        "code uses an App Group for which its target has no entitlement",
        why: "App and extension are separate processes. Without the entitlement in both, the URL "
            + "of the shared folder is nil, and each process has its own UserDefaults: they share "
            + "no keys, no badge and no receipts.",
        remedy: "add the App Group to the app and to each extension in Xcode",
        wrong: RuleExample(.init("Service/Service.entitlements", SampleApp.plist([:]))),
        right: RuleExample(
            .init(
                "Service/Service.entitlements",
                SampleApp.plist([
                    "com.apple.security.application-groups": ["group.com.example.corner"]
                ]))),
        claim: .documented("com.apple.security.application-groups")
    ) { project, report in
        // Outside the sandbox, an App Group on the Mac works without the entitlement. Therefore,
        // only targets that may be for iOS are checked.
        for target in project.targets where target.product.isSigned && target.mayBeIOS {
            let index = project.index(of: target)
            // A missing group is reported once, however often it is used.
            var seen: Set<String?> = []
            for source in project.ownCode(of: target) {
                for use in source.appGroupUses(index) where seen.insert(use.group).inserted {
                    report.examine(target) { configuration in
                        let groups = configuration.entitlement(EntitlementKey.appGroups)
                        let isMissing =
                            use.group.map(groups.lacks)
                            ?? (groups == .absent || groups.value?.listItems.isEmpty == true)
                        guard isMissing else { return nil }
                        let group = use.group.map { "the App Group \($0)" } ?? "an App Group"
                        return (
                            "\(target.name) uses \(group), but has no entitlement for it", nil,
                            use.location
                        )
                    }
                }
            }
        }
    }
}

extension SwiftSource {
    /// Returns the uses of App Groups, each with the group's name if the name is a literal or a
    /// constant.
    fileprivate func appGroupUses(
        _ index: CodeIndex
    ) -> [(group: String?, location: Diagnostic.Location)] {
        let folders = calls(of: "containerURL").compactMap { call in
            call.argument("forSecurityApplicationGroupIdentifier").map {
                (group: index.text(of: $0), location: location(of: $0))
            }
        }
        let defaults = calls(of: "UserDefaults").compactMap {
            call -> (group: String?, location: Diagnostic.Location)? in
            // A suite needs the entitlement only if the suite's name is the name of an App Group.
            guard let suite = call.argument("suiteName"), let name = index.text(of: suite),
                name.hasPrefix("group.")
            else { return nil }
            return (name, location(of: suite))
        }
        return folders + defaults
    }
}
