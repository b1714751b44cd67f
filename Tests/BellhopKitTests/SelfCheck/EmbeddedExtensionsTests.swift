// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import BellhopKit

struct EmbeddedExtensionsTests {
    /// A bundle's folder of plug-ins with one extension in it.
    private func plugIns(_ info: String, at path: String = "Service.appex/Info.plist") throws
        -> URL
    {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(info.utf8).write(to: file)
        return folder
    }

    private func list(_ point: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>NSExtension</key><dict>
        <key>NSExtensionPointIdentifier</key><string>\(point)</string>
        </dict></dict></plist>
        """
    }

    @Test(arguments: [
        ("com.apple.usernotifications.service", "Service.appex/Info.plist", true),
        ("com.apple.usernotifications.service", "Service.appex/Contents/Info.plist", true),
        ("com.apple.usernotifications.content-extension", "Content.appex/Info.plist", false),
        ("com.apple.usernotifications.service", "Service.bundle/Info.plist", false),
    ])
    func `an extension is recognized by its property list`(
        point: String, path: String, isFound: Bool
    ) throws {
        let folder = try plugIns(list(point), at: path)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(EmbeddedExtensions.has(EmbeddedExtensions.service, in: folder) == isFound)
    }

    @Test(arguments: ["", "not a list", "<plist><array/></plist>", "<plist><dict/></plist>"])
    func `a property list without an extension point is ignored`(text: String) throws {
        let folder = try plugIns(text)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(!EmbeddedExtensions.has(EmbeddedExtensions.service, in: folder))
    }

    @Test func `an app without a folder of plug-ins has no extension`() {
        #expect(!EmbeddedExtensions.has(EmbeddedExtensions.service, in: nil))
        let nowhere = URL(fileURLWithPath: "/nowhere/PlugIns")
        #expect(!EmbeddedExtensions.has(EmbeddedExtensions.service, in: nowhere))
    }
}
