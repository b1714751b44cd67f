// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import PushLint

extension LintApp {
    /// Reads the facts about a built app from the `.app` folder that Xcode creates.
    ///
    /// Notification categories and Live Activity types remain unknown, because only the app's code
    /// contains them.
    ///
    /// - Returns: `nil` if the folder contains no readable `Info.plist`.
    package init?(bundle files: some FileTree) {
        // In a macOS app, all files are in the folder Contents.
        let root = files.paths.contains("Info.plist") ? "" : "Contents/"
        guard let info = Self.plist(root + "Info.plist", in: files) else { return nil }
        let resources = root.isEmpty ? "" : root + "Resources/"
        self.init(
            name: info["CFBundleDisplayName"]?.string ?? info["CFBundleName"]?.string ?? "the app")
        bundleID = info["CFBundleIdentifier"]?.string
        backgroundModes = Set(info["UIBackgroundModes"]?.strings ?? [])
        minimumOS = (info["MinimumOSVersion"] ?? info["LSMinimumSystemVersion"])?.string
            .flatMap { OSVersion($0) }
        hasServiceExtension = Self.hasServiceExtension(files, root: root)
        let paths = files.paths.filter { $0.hasPrefix(resources) }
        entitlements = files.source(root + Self.profileName)
            .flatMap { try? ProfileFile.read($0).entitlements.dictionary }
            .map { Set($0.keys) }
        sounds = AppResources.sounds(paths.map { String($0.dropFirst(resources.count)) })
        strings = AppResources.strings(paths, in: files)
    }

    /// The name of the provisioning profile with which the app was signed; App Store builds have no
    /// profile. A profile allows at least the app's entitlements, so the app certainly lacks any
    /// entitlement that is not in the profile.
    private static let profileName = "embedded.mobileprovision"

    private static func plist(_ path: String, in files: some FileTree) -> PlistValue? {
        files.source(path).flatMap { try? PlistFile(reading: $0).value }
    }

    private static func hasServiceExtension(_ files: some FileTree, root: String) -> Bool {
        files.paths.contains { path in
            path.hasPrefix(root + "PlugIns/") && path.hasSuffix("Info.plist")
                && plist(path, in: files)?["NSExtension"]?["NSExtensionPointIdentifier"]?.string
                    == ExtensionPoint.notificationService
        }
    }
}
