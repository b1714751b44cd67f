// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `bellhop doctor` on small checkouts, and on the apps of this project.
@Suite(.timeLimit(.minutes(30)))
struct DoctorCommandTests {
    /// An app without errors.
    private static let healthy: [String: String] = [
        "project.yml": """
        targets:
          Corner:
            type: application
            platform: iOS
            deploymentTarget: "17.0"
            sources: [App]
            settings:
              base:
                INFOPLIST_FILE: App/Info.plist
                CODE_SIGN_ENTITLEMENTS: App/App.entitlements
                PRODUCT_BUNDLE_IDENTIFIER: com.example.corner
        """,
        "App/Info.plist": plist("<key>CFBundleName</key><string>Corner</string>"),
        "App/App.entitlements": plist(
            "<key>aps-environment</key><string>development</string>"),
        "App/Main.swift": "struct Nothing {}\n",
    ]

    private static func plist(_ members: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>\(members)</dict>
        </plist>
        """
    }

    /// Runs the doctor in a folder with the healthy app, in which some files are replaced or added.
    private func doctor(
        _ arguments: [String] = ["."], _ changes: [String: String] = [:]
    ) async throws -> Program.Result {
        try await TemporaryFolder.with { folder in
            for (path, text) in Self.healthy.merging(changes, uniquingKeysWith: { $1 }) {
                let file = URL(filePath: folder.path(path))
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
            let before = try contents(of: folder.path)
            let result = try await BellhopTool.run(
                ["doctor"] + arguments, in: folder.path)
            #expect(try contents(of: folder.path) == before, "the doctor changed the checkout")
            return result
        }
    }

    /// Every file with its bytes and the time of its last change.
    private func contents(of root: String) throws -> [String: String] {
        let manager = FileManager.default
        var found: [String: String] = [:]
        for path in try manager.subpathsOfDirectory(atPath: root) {
            let file = root + "/" + path
            let changed = try manager.attributesOfItem(atPath: file)[.modificationDate] as? Date
            let bytes = manager.contents(atPath: file) ?? Data()
            found[path] = "\(changed?.timeIntervalSince1970 ?? 0) \(bytes.base64EncodedString())"
        }
        return found
    }

    @Test func `a healthy app gets a line for each check and status 0`() async throws {
        let result = try await doctor([".", "--all"])
        #expect(result.status == 0, "\(result)")
        #expect(result.errors.isEmpty)
        let lines = result.output.split(separator: "\n")
        #expect(lines.first == "Corner, read from project.yml")
        let checks = try await Self.checks()
        #expect(checks.count > 80)
        // The checks of credentials do not run here.
        let missing = checks.filter { id in !lines.contains { $0.contains(" \(id) ") } }
        #expect(missing.contains("device-token-form"))
        #expect(missing.count < 20, "no line for \(missing)")
        #expect(lines.contains { $0.hasPrefix("  ok      entitlement-aps-environment-unknown") })
        #expect(result.output.contains("nothing found in 4 files"))
        #expect(!result.output.contains("\u{1B}"), "no colour outside of a terminal")
    }

    @Test func `checks that do not apply are counted`() async throws {
        let output = try await doctor().output
        #expect(output.contains("do not apply; --all lists them"))
        #expect(!output.contains("does not apply"))
        #expect(output.contains("  ok      entitlement-aps-environment-unknown"))
    }

    @Test func `the causes are listed in the order in which to check them`() async throws {
        let output = try await doctor().output
        let causes = [
            "1 ok      entitlement", "host and key", "token", "user setting", "size", "throttling",
        ]
        var rest = output[...]
        for cause in causes {
            let range = try #require(rest.firstRange(of: cause), "\(cause) is missing or misplaced")
            rest = rest[range.upperBound...]
        }
    }

    @Test func `an error is shown with file, line, excerpt and fix, and leads to status 1`()
        async throws
    {
        let result = try await doctor(
            ["."],
            [
                "App/App.entitlements": Self.plist(
                    "\n    <key>aps-environment</key>\n    <string>sandbox</string>\n")
            ])
        #expect(result.status == 1)
        #expect(result.output.contains("App/App.entitlements:4:"))
        #expect(result.output.contains("[entitlement-aps-environment-unknown]"))
        #expect(result.output.contains("4 |     <key>aps-environment</key>"))
        #expect(result.output.contains("try: write development"))
        #expect(result.output.contains("  error   entitlement-aps-environment-unknown"))
    }

    @Test func `the option --severity decides which findings lead to status 1`() async throws {
        let production = [
            "App/App.entitlements": Self.plist(
                "<key>aps-environment</key><string>production</string>")
        ]
        #expect(try await doctor(["."], production).status == 0)
        #expect(try await doctor([".", "--severity", "warning"], production).status == 1)
    }

    @Test func `JSON has checks, causes and findings`() async throws {
        let result = try await doctor(
            [".", "--format", "json"],
            ["App/App.entitlements": Self.plist("<key>aps-enviroment</key><string>a</string>")])
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        let findings = try #require(json["findings"] as? [[String: Any]])
        #expect(findings.contains { $0["rule"] as? String == "entitlement-misspelled" })
        let checks = try #require(json["checks"] as? [[String: Any]])
        #expect(checks.contains { $0["outcome"] as? String == "not-applicable" })
        let causes = try #require(json["causes"] as? [[String: Any]])
        #expect(causes.first?["cause"] as? String == "entitlement")
        #expect(result.status == 1)
    }

    @Test(arguments: ["sarif", "github"])
    func `the formats sarif and github contain the file's relative path`(format: String)
        async throws
    {
        let result = try await doctor(
            ["./App/..", "--format", format],
            ["App/App.entitlements": Self.plist("<key>aps-environment</key><true/>")])
        #expect(result.output.contains("App/App.entitlements"), "\(result)")
        #expect(result.status == 1)
    }

    @Test func `a check is explained under either spelling of its name`() async throws {
        let page = try await doctor(["--explain", "extension-handler-missed"])
        #expect(page.status == 0)
        #expect(page.output.contains("wrong, Service/NotificationService.swift"))
        let dotted = try await doctor(["--explain", "entitlement.aps-environment-missing"])
        #expect(dotted.status == 0)
        let unknown = try await doctor(["--explain", "entitlement-missing"])
        #expect(unknown.status == 64)
        #expect(unknown.isOneLineError, "\(unknown)")
    }

    @Test func `every twelfth check of the list can be explained`() async throws {
        for id in try await Self.checks().striding(by: 12) {
            let page = try await BellhopTool.run(["doctor", "--explain", id])
            #expect(page.status == 0, "\(page)")
            #expect(page.output.hasPrefix(id))
        }
    }

    /// The identifiers of the checks that `bellhop doctor --checks` lists.
    private static func checks() async throws -> [String] {
        let list = try await BellhopTool.run(["doctor", "--checks"])
        #expect(list.status == 0)
        return list.output.split(separator: "\n").compactMap {
            $0.split(separator: " ").first.map(String.init)
        }
    }

    @Test(arguments: [["none"], ["App"], ["App/Main.swift"]])
    func `without a project, the status is 66`(arguments: [String]) async throws {
        let result = try await doctor(arguments)
        #expect(result.status == 66, "\(result)")
        #expect(result.isOneLineError, "\(result)")
    }

    @Test func `in the folder of a server, keys are found and their text is not shown`()
        async throws
    {
        let secret = "MIGHAgEAMBMGByqGSM49AgEG"
        let key = "-----BEGIN PRIVATE KEY-----"
        let files = [
            "Server/go.mod": "module example.com/server",
            "Server/config/adminsdk.json": """
            {"type": "service_account", "private_key": "\(key)\(secret)",
              "token_uri": "https://oauth2.googleapis.com/token"}
            """,
            "Server/config/apns.p8": "\(key)\n\(secret)\n-----END PRIVATE KEY-----\n",
        ]
        let found = try await doctor(["Server", "--severity", "warning"], files)
        #expect(found.status == 1, "\(found)")
        #expect(found.output.hasPrefix("no app; doctor looked only"), "\(found)")
        for line in [
            "Server/config/adminsdk.json: warning: the file has the private key of a service",
            "Server/config/apns.p8: warning: the file has a private key in the format of APNs keys",
        ] {
            #expect(found.output.contains(line), "\(line): \(found)")
        }
        #expect(!found.output.contains(secret))
        let clean = try await doctor(
            ["Server", "--severity", "note"], ["Server/go.mod": "module example.com/server"])
        #expect(clean.status == 0, "\(clean)")
    }

    @Test func `doctor without a folder and without credentials is wrong usage`() async throws {
        let result = try await doctor([])
        #expect(result.status == 64)
        #expect(result.isOneLineError, "\(result)")
    }

    @Test func `an unreadable file is reported, and the others are checked`() async throws {
        let result = try await doctor(["."], ["App/Info.plist": "<plist><dict><key>"])
        #expect(result.output.contains("App/Info.plist"), "\(result)")
        #expect(result.output.contains("[unreadable-plist]"))
        #expect(result.output.contains("ok      entitlement-aps-environment-unknown"))
    }

    @Test func `names from a project cannot control the terminal`() async throws {
        let manifest = try #require(Self.healthy["project.yml"])
        let result = try await doctor(
            ["."],
            [
                "project.yml": manifest.replacing("  Corner:", with: "  \"Cor\\e[31mner\":"),
                "App/App.entitlements": Self.plist("<key>aps-environment</key><true/>"),
            ])
        #expect(!result.output.contains("\u{1B}"))
        #expect(result.status == 1)
    }

    @Test(arguments: ["Examples/App", "Examples/DemoApp"])
    func `the apps of this project are healthy`(
        folder: String
    ) async throws {
        let result = try await BellhopTool.run(
            ["doctor", folder, "--severity", "warning"], in: BellhopTool.root)
        // The demo app has no Xcode project, so the doctor examines its code like that of any
        // folder.
        #expect(result.status == 0, "\(result)")
    }

    @Test func `credentials are checked without a folder`() async throws {
        let result = try await doctor(["--topic", "com.example.corner", "--device", "abc"])
        #expect(result.output.contains("Credentials"), "\(result)")
        #expect(result.output.contains("device-token-form"))
        #expect(!result.output.contains("extension-handler-missed"))
    }
}

extension [String] {
    /// The elements whose indices are multiples of `step`.
    fileprivate func striding(by step: Int) -> [String] {
        stride(from: 0, to: count, by: step).map { self[$0] }
    }
}
