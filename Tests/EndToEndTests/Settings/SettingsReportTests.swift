// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway
import CommandSupport
import Testing

@testable import bellhop

/// What `bellhop serve --print-config` shows of settings.
@Suite(.timeLimit(.minutes(30)))
struct SettingsReportTests {
    private static func report(_ environment: [String: String]) throws -> SettingsReport {
        SettingsReport(
            try SettingsReader(flags: [], environment: environment, file: nil).settings())
    }

    @Test(arguments: [
        ("postgres://db.example.com/bellhop", "postgres://db.example.com/bellhop"),
        ("postgres://u@db:5432/x?sslmode=require", "postgres://u@db:5432/x?sslmode=require"),
        ("postgres://bellhop:PASS@db/x?pool=4", "postgres://bellhop:hidden@db/x?pool=4"),
        ("postgresql://u:PA@SS:PASS@a:1,b:2/x", "postgresql://u:hidden@a:1,b:2/x"),
        ("postgres://:PASS@db/x", "postgres://:hidden@db/x"),
        ("postgres://u:PA/SS@db/x", "postgres://u:hidden@db/x"),
        ("postgres://u:PA?SS@db/x", "postgres://hidden"),
        ("postgres://db/x?user=u&password=PASS", "postgres://db/x?user=u&password=hidden"),
        ("postgres://db/x?sslpassword=PASS&pool=2", "postgres://db/x?sslpassword=hidden&pool=2"),
        ("postgres://db/x?PASS", "postgres://db/x?PASS=hidden"),
        ("PASS", "hidden"),
    ])
    func `the address of a database is shown without secrets`(address: String, shown: String) {
        #expect(SettingsReport.address(address) == shown)
    }

    @Test func `no secret is in the text or in the JSON`() throws {
        let report = try Self.report([
            "BELLHOP_MASTER_KEY": "1:TOPSECRET", "BELLHOP_DATABASE": "postgres://u:TOPSECRET@h/d",
            "BELLHOP_OIDC_CLIENT_SECRET": "TOPSECRET",
        ])
        let json = JSONWriter.text(.object(report.json))
        #expect(!report.text.contains("TOPSECRET"))
        #expect(!json.contains("TOPSECRET"))
        #expect(report.text.contains("postgres://u:hidden@h/d"))
        #expect(report.text.contains("hidden") && json.contains(#""value":"hidden""#))
    }

    @Test func `sign-in by OpenID Connect requires an issuer, a client and a secret`() throws {
        func provider(_ changes: [String: String]) throws -> String? {
            let settings = try SettingsReader(flags: [], environment: changes, file: nil).settings()
            return try settings.openIDConnect()?.issuer
        }
        let all = [
            "BELLHOP_OIDC_ISSUER": "https://sso.example.com", "BELLHOP_OIDC_CLIENT_ID": "id",
            "BELLHOP_OIDC_CLIENT_SECRET": "TOPSECRET",
        ]
        #expect(try provider([:]) == nil)
        #expect(try provider(all) == "https://sso.example.com")
        for name in all.keys {
            let error = #expect(throws: CommandFailure.self) {
                try provider(all.filter { $0.key != name })
            }
            #expect("\(try #require(error))".contains(name))
        }
        let local = all.merging(["BELLHOP_OIDC_ISSUER": "http://localhost:8080"]) { $1 }
        #expect(throws: CommandFailure.self) { try provider(local) }
        #expect(try provider(local.merging(["BELLHOP_LOOPBACK_OIDC": "true"]) { $1 }) != nil)
    }

    @Test func `the table has a row for each setting, with aligned columns`() throws {
        let lines = try Self.report(["BELLHOP_PORT": "9"]).text.split(separator: "\n")
        #expect(lines.count == Setting.all.count + 1)
        let column = try #require(lines.first?.firstRange(of: "ORIGIN")?.lowerBound)
        let offset = lines[0].distance(from: lines[0].startIndex, to: column)
        for line in lines.dropFirst() {
            let origin = line.dropFirst(offset)
            #expect(origin == "default" || origin == "environment BELLHOP_PORT", "\(line)")
        }
        #expect(lines.contains { $0.hasPrefix("port ") && $0.contains(" 9 ") })
    }

    @Test func `the JSON has values with their types`() throws {
        let json = try Self.report(["BELLHOP_HOST_NAMES": "a,b"]).json
        let rows = JSONValue.object(json)["settings"]?.arrayValue ?? []
        func value(_ key: String) -> JSONValue? {
            rows.first { $0["key"]?.stringValue == key }?["value"]
        }
        #expect(rows.count == Setting.all.count)
        #expect(value("port") == 8080)
        #expect(value("trace_share") == .number(JSONNumber(0.01)))
        #expect(value("traces") == .null)
        #expect(value("simulator") == false)
        #expect(value("host") == "127.0.0.1")
        #expect(value("host_names") == ["a", "b"])
        #expect(value("database") == .null)
        #expect(rows.first { $0["key"]?.stringValue == "host_names" }?["source"] == "environment")
    }
}
