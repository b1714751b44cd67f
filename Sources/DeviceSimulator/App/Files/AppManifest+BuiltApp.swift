// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension AppManifest {
    /// Reads a built app: its `Info.plist`, and the `Info.plist` files of the extensions in
    /// `PlugIns`.
    ///
    /// - Parameters:
    ///   - directory: `Something.app`.
    ///   - entitlements: The app's entitlements. A built app contains them in its signature, not in
    ///     a file.
    ///   - extensionEntitlements: The extensions' entitlements by directory name, for instance
    ///     `Service.appex`.
    /// - Throws: ``AppFileError`` with the file, the key and the expected value.
    public init(
        builtApp directory: URL, entitlements: AppFile? = nil,
        extensionEntitlements: [String: AppFile] = [:]
    ) throws(AppFileError) {
        try self.init(
            infoPlist: AppFile(contentsOf: directory.appending(path: "Info.plist")),
            entitlements: entitlements)
        let plugIns = directory.appending(path: "PlugIns")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: plugIns.path)) ?? []
        for name in names.sorted() where name.hasSuffix(".appex") {
            let file = plugIns.appending(path: name).appending(path: "Info.plist")
            try addExtension(
                infoPlist: AppFile(contentsOf: file), entitlements: extensionEntitlements[name])
        }
    }
}
