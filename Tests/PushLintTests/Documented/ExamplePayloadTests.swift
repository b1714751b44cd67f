// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import PushLint
import Testing

/// The payloads of `Examples/payloads`, which the documentation shows.
struct ExamplePayloadTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Examples/payloads")

    static let names =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { $0.hasSuffix(".apns") }.sorted()

    @Test func `the folder of examples has more than 30 payloads`() {
        #expect(Self.names.count > 30)
    }

    @Test(arguments: names)
    func `an example has no error and only justified warnings`(name: String) throws {
        let bytes = try Data(contentsOf: Self.folder.appending(path: name))
        let findings = PayloadLinter().lint(SourceText(name: name, bytes: Array(bytes)))
        // An empty aps is valid for a location push, but the file has no push type.
        let justified = name == "location-query.apns" ? ["nothing-to-show"] : []
        #expect(findings.filter { $0.severity > .note }.map(\.rule) == justified)
    }
}
