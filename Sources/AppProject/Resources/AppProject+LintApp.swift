// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import PushLint

extension AppProject {
    /// Returns the facts about an app in the checkout that determine which payloads are valid. A
    /// fact is unknown if it differs between configurations or could not be read.
    package func lintApp(for target: AppTarget) -> LintApp {
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
        if categories.isComplete, !makesCategoriesElsewhere {
            app.categories = categories.identifiers
        }
        app.activities = code.activities.isEmpty ? nil : code.activities
        app.sounds = sounds(of: target)
        app.strings = strings(of: target)
        return app
    }

    /// Returns the names of the sound files in a target's bundle; `nil` if its resources are
    /// unknown.
    package func sounds(of target: AppTarget) -> Set<String>? {
        guard !target.resourcePaths.isEmpty else { return nil }
        let names = target.resourcePaths.filter {
            AppResources.soundExtensions.contains(FilePath.ending(of: $0))
        }
        return Set(names.map(FilePath.name))
    }

    /// Returns the string keys to which `loc-key` and similar keys may refer, each with its number
    /// of arguments. Returns `nil` if the target has no table `Localizable`, or if a table could
    /// not be read.
    package func strings(of target: AppTarget) -> [String: Int]? {
        var counts: [String: Int] = [:]
        let paths = target.resourcePaths.filter {
            StringTable.endings.contains(FilePath.ending(of: $0))
                && FilePath.name(of: $0).hasPrefix(AppResources.table + ".")
        }
        guard !paths.isEmpty else { return nil }
        for path in paths {
            guard let table = stringTables.first(where: { $0.path == path }) else { return nil }
            counts.merge(table.argumentCounts) { max($0, $1) }
        }
        return counts
    }
}
