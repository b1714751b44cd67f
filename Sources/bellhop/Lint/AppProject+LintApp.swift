// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import PushLint

extension AppProject {
    /// What a payload may lean on in one of the checkout's apps. What its configurations do not
    /// agree on is not known.
    func lintApp(for target: AppTarget) -> LintApp {
        var app = LintApp(name: target.name)
        let configurations = target.configurations
        let bundleIDs = Set(configurations.map(\.bundleID))
        if bundleIDs.count == 1 { app.bundleID = bundleIDs.first ?? nil }
        app.minimumOS = configurations.compactMap(\.deploymentTarget).min()
        let plists = configurations.compactMap(\.infoPlist)
        if plists.count == configurations.count, !plists.isEmpty {
            app.backgroundModes = plists.reduce(into: []) {
                $0.formUnion($1.value["UIBackgroundModes"]?.strings ?? [])
            }
        }
        let entitlements = configurations.compactMap(\.entitlements)
        if entitlements.count == configurations.count, !entitlements.isEmpty {
            app.entitlements = entitlements.reduce(into: []) {
                $0.formUnion(($1.value.dictionary ?? [:]).keys)
            }
        }
        app.hasServiceExtension = extensions(of: target).contains {
            $0.extensionPoint == ExtensionPoint.notificationService
        }
        let code = CodeIndex(self.code(of: target))
        let categories = code.categories
        if categories.isComplete { app.categories = categories.identifiers }
        app.activities = code.activities.isEmpty ? nil : code.activities
        return app
    }
}
