// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSSimulator
import APNSWire
import ControlAPI
import Foundation
import Simulation
import Testing

@testable import APNSService
@testable import SimulatorHost

/// The file of `bellhop apns --record`.
@Suite(.timeLimit(.minutes(30)))
struct RequestRecordTests {
    /// A service with one device, whose responses are recorded.
    private struct Setting {
        static let bundleID = "com.example.shop"

        let clock = VirtualClock()
        let host: ServiceHost
        let token: DeviceToken
        let authorization: String

        init(_ path: String, recordsTokens: Bool = false, byteCountMax: Int = 1 << 20) throws {
            host = ServiceHost(
                service: PushService(tokenCheck: SignedTokenCheck()), time: clock.timeSource,
                generator: SeededGenerator(seed: 1),
                record: try RequestRecord(
                    path: path, recordsTokens: recordsTokens, byteCountMax: byteCountMax,
                    time: clock.timeSource))
            let key = try ProviderKey.generate(keyID: "KEY0000001", teamID: "BELLHOPDEV")
            try host.registerKey(
                RegisteredKey(keyID: key.keyID, teamID: key.teamID, publicKey: key.publicKey))
            try host.registerApp(bundleID: Self.bundleID, teamID: key.teamID)
            try host.registerDevice("phone")
            token = try host.registerToken(
                deviceID: "phone", bundleID: Self.bundleID, environment: .sandbox)
            authorization = try ProviderToken(signedBy: key, issuedAt: clock.now).authorizationValue
        }

        @discardableResult
        func send(
            _ body: String = "{\"aps\":{\"alert\":\"Hello\"}}", path: String? = nil,
            more: [ServiceRequest.Header] = [], connection number: Int = 1
        ) -> ServiceResponse {
            var connection = ConnectionState()
            connection.number = number
            let request = ServiceRequest(
                method: "POST", path: path ?? APNSHeader.devicePathPrefix + token.hex,
                headers: [
                    .init("authorization", authorization), .init("apns-topic", Self.bundleID),
                ] + more,
                body: Array(body.utf8))
            return host.handle(request, connection: &connection, environment: .sandbox)
        }
    }

    private func withPath(_ body: (String) throws -> Void) rethrows {
        let path =
            FileManager.default.temporaryDirectory.path
            + "/bellhop-record-\(UInt64.random(in: 0 ... .max))"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    private func requests(_ path: String) throws -> [RecordedRequest] {
        try text(path).split(separator: "\n").compactMap { RecordedRequest(line: $0.utf8) }
    }

    @Test func `each request is in the record before its response is sent`() throws {
        try withPath { path in
            for round in 0..<2 {
                let setting = try Setting(path)
                for number in 1...3 {
                    let response = setting.send("{\"number\":\(number)}")
                    let written = try requests(path)
                    #expect(written.count == 3 * round + number)
                    let last = try #require(written.last)
                    #expect(last.report.status == 200 && last.bytes.count == 12)
                    #expect(
                        last.report.apnsID.text
                            == response.headers.first { $0.name == "apns-id" }?.value)
                    #expect(last.report.app == Setting.bundleID && last.credential == .token)
                }
            }
            let marks = try text(path).split(separator: "\n").compactMap {
                RecordMark(line: $0.utf8)
            }
            #expect(marks.count == 2)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            #expect(mode as? Int == 0o600)
        }
    }

    @Test func `a record has no credentials and no device tokens`() throws {
        try withPath { path in
            let setting = try Setting(path)
            let hex = setting.token.hex
            setting.send(
                more: [
                    .init("x-auth", "Bearer \(setting.authorization.dropFirst(7))"),
                    .init("cookie", "session=secret"), .init("x-device", hex),
                    .init("apns-collapse-id", String(repeating: "c", count: 64)),
                ])
            setting.send(path: "/3/device/\(hex)/")
            setting.send(more: [.init("apns-collapse-id", hex.uppercased())])
            setting.send(path: "/3/device/<\(hex.dropLast())>")
            let written = try text(path)
            for secret in [
                hex, hex.uppercased(), String(hex.prefix(40)),
                String(setting.authorization.suffix(40)), "session",
            ] {
                #expect(!written.contains(secret))
            }
            let first = try #require(try requests(path).first)
            #expect(first.report.token == setting.token.redacted)
            #expect(first.path == "/3/device/\(setting.token.redacted)")
            #expect(first.report.headers["x-auth"] == RecordedText.removed)
            // A hash used as a collapse identifier is not treated as a device token.
            #expect(
                first.report.headers["apns-collapse-id"] == String(repeating: "c", count: 64))
        }
    }

    @Test func `with the option recordsTokens, device tokens are recorded`() throws {
        try withPath { path in
            let setting = try Setting(path, recordsTokens: true)
            setting.send(more: [.init("apns-topic", "b")], connection: 4)
            let last = try #require(try requests(path).last)
            #expect(last.report.token == setting.token.hex)
            #expect(last.path == "/3/device/\(setting.token.hex)" && last.connection == 4)
            #expect(last.report.reason == .duplicateHeaders)
            #expect(last.headerList?.count == 2)
            #expect(!(try text(path)).contains(setting.authorization))
        }
    }

    @Test func `a record states the milliseconds since its start`() throws {
        try withPath { path in
            let setting = try Setting(path)
            setting.clock.advance(by: .milliseconds(1_500))
            setting.send()
            #expect(try requests(path).map(\.sinceStart) == [1500])
        }
    }

    @Test func `at its limit, a record ends, and responses continue`() throws {
        try withPath { path in
            let setting = try Setting(path, byteCountMax: 2_000)
            for _ in 0..<10 { #expect(!setting.send().isWithheld) }
            let written = try text(path)
            let count = try requests(path).count
            #expect((1..<10).contains(count) && written.utf8.count <= 2_100)
            let end = try #require(written.split(separator: "\n").last)
            #expect(RecordMark(line: end.utf8) == .end)
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func `a request that cannot be recorded gets no response`() throws {
        #expect(try Setting("/dev/full").send().isWithheld)
    }

    @Test func `the error for a record that cannot be opened states the path`() {
        let error = #expect(throws: SimulatorServerError.self) {
            _ = try RequestRecord(path: "/nowhere/at/all")
        }
        #expect(error?.description.contains("/nowhere/at/all: No such file") == true)
    }
}
