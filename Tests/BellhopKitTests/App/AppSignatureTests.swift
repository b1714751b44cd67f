// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

@testable import BellhopKit

struct AppSignatureTests {
    /// What is known about an app, and the APNs environment that must follow from it (`nil`:
    /// unknown).
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The provisioning profile in the app, if there is one.
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
        Case(testDescription: "with an unreadable profile", file: Data("?".utf8), environment: nil),
        Case(testDescription: "in the simulator", isSimulator: true, environment: .sandbox),
        Case(
            testDescription: "on a Mac, by its profile", file: SampleProfile.mac.data,
            path: "Contents/embedded.provisionprofile", environment: .sandbox),
        Case(
            testDescription: "on a Mac, by its own entitlements",
            own: ["com.apple.developer.aps-environment": "development"], environment: .sandbox),
        Case(testDescription: "on a Mac, without the entitlement", own: [:], environment: nil),
        Case(
            testDescription: "with an unknown value", own: ["aps-environment": "staging"],
            environment: nil),
    ]

    @Test("REG-9, REG-14: the environment is determined by the signature", arguments: cases)
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
        "the app that contains an extension is found from the extension's path",
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
