// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension AppManifest {
    /// Reads a built app: `Info.plist` and those of the extensions in `PlugIns`.
    ///
    /// - Parameters:
    ///   - directory: `Something.app`.
    ///   - entitlements: the app's; they are in its signature, not in a file of it.
    ///   - extensionEntitlements: by the name of the extension's directory, for instance
    ///     `Service.appex`.
    /// - Throws: ``AppFileError`` with file, key and what is expected.
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
