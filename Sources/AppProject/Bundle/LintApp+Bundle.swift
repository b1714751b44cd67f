// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import PushLint

extension LintApp {
    /// What a built app brings along: the folder `.app` that Xcode makes.
    ///
    /// Categories and types of Live Activities are in its code alone, so they are not known.
    ///
    /// - Returns: `nil` when there is no readable `Info.plist`.
    public init?(bundle files: some FileTree) {
        // Apps for macOS keep everything one folder deeper.
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

    /// The profile that it was signed with, but for the App Store. It allows more than the app may
    /// ask for, so what is missing in it is missing for certain.
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
