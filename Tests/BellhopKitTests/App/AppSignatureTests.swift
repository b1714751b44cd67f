// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

@testable import BellhopKit

struct AppSignatureTests {
    /// What is known about an app, and its environment.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The file in the app, if there is one.
        var file: Data?
        var path = "embedded.mobileprovision"
        var isSimulator = false
        var own: [String: String]?
        let environment: APNSEnvironment?
    }

    static let cases: [Case] = [
        Case(testDescription: "from the App Store or TestFlight", environment: .production),
        Case(
            testDescription: "from Xcode", file: SampleProfile.development.data,
            environment: .sandbox),
        Case(
            testDescription: "signed ad hoc", file: SampleProfile.adHoc.data,
            environment: .production),
        Case(
            testDescription: "without the capability", file: SampleProfile.without.data,
            environment: nil),
        Case(testDescription: "unreadable", file: Data("?".utf8), environment: nil),
        Case(testDescription: "in the simulator", isSimulator: true, environment: .sandbox),
        Case(
            testDescription: "on a Mac, by its profile", file: SampleProfile.mac.data,
            path: "Contents/embedded.provisionprofile", environment: .sandbox),
        Case(
            testDescription: "on a Mac, by its own entitlements",
            own: ["com.apple.developer.aps-environment": "development"], environment: .sandbox),
        Case(testDescription: "on a Mac, without", own: [:], environment: nil),
        Case(
            testDescription: "with a new word", own: ["aps-environment": "staging"],
            environment: nil),
    ]

    @Test("the environment comes from the signature (REG-9, REG-14)", arguments: cases)
    func environment(_ known: Case) throws {
        let app = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString + ".app", isDirectory: true)
        let file = app.appendingPathComponent(known.path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: app) }
        try known.file?.write(to: file)
        let signature = AppSignature(
            profile: AppSignature.profile(inAppAt: app), isSimulator: known.isSimulator,
            own: known.own)
        #expect(signature.environment == known.environment)
    }

    @Test(
        "an extension has the facts of its app",
        arguments: [
            ("/v/Shop.app", "/v/Shop.app"), ("/v/Shop.app/PlugIns/Push.appex", "/v/Shop.app"),
            ("/v/Shop.app/Extensions/Push.appex", "/v/Shop.app"),
            ("/v/Shop.app/Contents/PlugIns/Push.appex", "/v/Shop.app"),
            ("/v/Shop.app/Watch/W.app/PlugIns/P.appex", "/v/Shop.app/Watch/W.app"),
            ("/v/Push.appex", "/v/Push.appex"), ("/", "/"),
        ])
    func containingApp(_ bundle: String, _ app: String) {
        let found = AppSignature.containingApp(of: URL(fileURLWithPath: bundle, isDirectory: true))
        #expect(found.path == app)
    }
}
