// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import Testing

@testable import Workbench

/// Entries of other systems become lines that the gateway accepts, or are set aside with a reason.
struct ForeignRowsTests {
    private static let token = String(repeating: "AB", count: 32)
    private let defaults = ImportDefaults(
        app: "com.example.app", environment: .production,
        attributes: ["plan": .text, "age": .number, "vip": .flag])

    /// Reads the line as the gateway does.
    private func line(_ row: ImportedRow) throws -> InstallationLine {
        guard case .line(let bytes) = row else {
            Issue.record("set aside: \(row)")
            throw Missing()
        }
        return try InstallationLine(reading: bytes)
    }

    private func reason(_ row: ImportedRow) -> String {
        guard case .setAside(let refusal) = row else { return "a line" }
        return refusal.reason
    }

    private struct Missing: Error {}

    private func object(_ text: String) throws -> JSONObject {
        try #require(try JSONReader.read(text).value.objectValue)
    }

    @Test func `a file without OneSignal's column of tokens is refused`() {
        let names = ["id", "device_type", "identifier"]
        #expect(ForeignRows.problem(inOneSignalHeader: names) == nil)
        let problem = ForeignRows.problem(inOneSignalHeader: ["id", "token", "user"])
        #expect(problem?.reason.contains("identifier") == true)
        #expect(problem?.fix.contains("--from csv") == true)
    }

    @Test func `a subscription of OneSignal is converted into an installation`() throws {
        let row = [
            "id": "s1", "identifier": Self.token, "device_type": "0", "language": "pt",
            "timezone_id": "Europe/Lisbon", "game_version": "2.1", "device_os": "18.1",
            "external_user_id": "alex", "invalid_identifier": "f", "session_count": "3",
            "tags": #"{"plan":"pro","age":"41","vip":"1","city":"Faro","beta":"true"}"#,
        ]
        let line = try line(ForeignRows.oneSignal(row, defaults))
        #expect(line.id == "s1")
        #expect(line.request.token?.hex == Self.token.lowercased())
        #expect(line.request.environment == .production)
        #expect(line.request.user == "alex")
        #expect(line.request.timeZone == "Europe/Lisbon")
        #expect(line.request.appVersion == "2.1")
        #expect(line.tags == ["city=Faro", "beta"])
        #expect(
            line.attributes.values == [
                "plan": .text("pro"), "age": .number(41), "vip": .flag(true),
            ])
        for (key, value, part) in [
            ("device_type", "1", "Android"), ("device_type", "11", "email"),
            ("identifier", "", "no APNs token"), ("invalid_identifier", "t", "invalid"),
        ] {
            var other = row
            other[key] = value
            #expect(reason(ForeignRows.oneSignal(other, defaults)).contains(part))
        }
    }

    @Test(
        arguments: [
            ("APNS", "production", "app"), ("APNS_SANDBOX", "sandbox", "app"),
            ("APNS_VOIP", "production", "voip"),
        ])
    func `an endpoint of SNS is converted into an installation`(
        platform: String, environment: String, family: String
    ) throws {
        let entry = try object(
            """
            {"EndpointArn":"arn:aws:sns:eu-west-1:123456789012:endpoint/\(platform)/Trains/e1",
             "Attributes":{"Enabled":"true","Token":"\(Self.token)","CustomUserData":"alex"}}
            """)
        let line = try line(ForeignRows.sns(entry, defaults))
        #expect(line.id == "e1")
        #expect(line.request.environment.rawValue == environment)
        #expect(line.request.family.rawValue == family)
        #expect(line.request.user == "alex")
    }

    @Test(
        arguments: [
            (#"{"EndpointArn":"a:endpoint/GCM/T/e","Attributes":{"Token":"x"}}"#, "GCM"),
            (#"{"EndpointArn":"a:endpoint/APNS/T/e","Attributes":{}}"#, "no APNs token"),
            (
                #"{"EndpointArn":"a:endpoint/APNS/T/e","#
                    + #""Attributes":{"Token":"ab","Enabled":"false"}}"#,
                "disabled"
            ), (#"{"Token":"ab"}"#, "EndpointArn"),
        ])
    func `unusable endpoints of SNS are set aside with a reason`(text: String, part: String) throws
    {
        #expect(reason(ForeignRows.sns(try object(text), defaults)).contains(part))
    }

    @Test func `a result of Firebase is converted into an installation`() throws {
        let entry = try object(
            """
            {"apns_token":"\(Self.token)","status":"OK","registration_token":"fid1:APA91bH"}
            """)
        let line = try line(ForeignRows.firebase(entry, defaults))
        #expect(line.id == "fid1")
        #expect(line.request.app == "com.example.app")
        let own = try object(
            """
            {"apns_token":"\(Self.token)","id":"i1","sandbox":true,"uid":"alex",
             "application":"com.example.other"}
            """)
        let other = try self.line(ForeignRows.firebase(own, defaults))
        #expect(other.id == "i1")
        #expect(other.request.environment == .sandbox)
        #expect(other.request.app == "com.example.other")
        #expect(other.request.user == "alex")
        #expect(line.request.fcmToken == "fid1:APA91bH")
        let alone = try self.line(
            ForeignRows.firebase(try object(#"{"registration_token":"fid:APA91"}"#), defaults))
        #expect(alone.request.token == nil)
        #expect(alone.request.fcmToken == "fid:APA91")
        let android = try object(#"{"platform":"ANDROID","application":"com.example"}"#)
        #expect(reason(ForeignRows.firebase(android, defaults)).contains("registration_token"))
        let windows = try object(#"{"platform":"WINDOWS","registration_token":"fid:APA91"}"#)
        #expect(reason(ForeignRows.firebase(windows, defaults)).contains("WINDOWS"))
        let failed = try object(#"{"apns_token":"ab","status":"INVALID_ARGUMENT"}"#)
        #expect(reason(ForeignRows.firebase(failed, defaults)).contains("INVALID_ARGUMENT"))
    }

    @Test func `a channel of Airship is converted into an installation`() throws {
        let entry = try object(
            """
            {"channel_id":"c1","device_type":"ios","installed":true,"opt_in":true,
             "push_address":"\(Self.token)","named_user_id":"alex","tags":["beta"],
             "tag_groups":{"loyalty":["gold"]},"attributes":{"plan":"pro","age":41},
             "ios":{"badge":2,"tz":"America/Los_Angeles"}}
            """)
        let line = try line(ForeignRows.airship(entry, defaults))
        #expect(line.id == "c1")
        #expect(line.request.user == "alex")
        #expect(line.request.timeZone == "America/Los_Angeles")
        #expect(line.tags == ["beta", "loyalty:gold"])
        #expect(line.attributes.values == ["plan": .text("pro"), "age": .number(41)])
        for (text, part) in [
            (#"{"channel_id":"c","device_type":"android"}"#, "android"),
            (#"{"channel_id":"c","device_type":"ios"}"#, "no APNs token"),
            (#"{"device_type":"ios","installed":false,"push_address":"ab"}"#, "removed"),
        ] {
            #expect(reason(ForeignRows.airship(try object(text), defaults)).contains(part))
        }
    }

    @Test func `a record of CSV is converted into an installation and back`() throws {
        let row = [
            "id": "i1", "token": Self.token.lowercased(), "environment": "sandbox", "tags": "a;b c",
            "attribute.plan": "pro", "attribute.age": "-2.5", "locale": "",
        ]
        let imported = CSVRows.row(row, defaults)
        let line = try line(imported)
        #expect(line.tags == ["a", "b c"])
        #expect(line.request.environment == .sandbox)
        #expect(line.attributes.values == ["plan": .text("pro"), "age": .number(-2.5)])
        guard case .line(let bytes) = imported else { return }
        let header = CSVRows.header(attributes: ["plan", "age"])
        let fields = CSVRows.fields(
            try object(String(decoding: bytes, as: UTF8.self)), header: header)
        let again = Dictionary(uniqueKeysWithValues: zip(header, fields))
        #expect(CSVRows.row(again, defaults) == imported)
    }

    @Test(
        arguments: [
            (["id"], "no column \"token\""), (["id", "token", "usr"], "\"usr\" is unknown"),
            (["id", "token", "id"], "twice"),
        ])
    func `the error for a missing, unknown or repeated column names the column`(
        header: [String], part: String
    ) {
        #expect(CSVRows.problem(inHeader: header)?.reason.contains(part) == true)
        #expect(CSVRows.problem(inHeader: ["id", "token", "attribute.plan", "tags"]) == nil)
    }
}
