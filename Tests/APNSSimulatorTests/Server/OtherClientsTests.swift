// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSService
import APNSSimulator
import APNSWire
import Foundation
import Subprocess
import Testing

/// Clients that are not ours: curl with a provider token that openssl signed, and nghttp.
@Suite(.timeLimit(.minutes(30)))
struct OtherClientsTests {
    /// A directory with the authority's certificate and the key, removed afterwards.
    private func withFiles(of site: Site, _ body: (URL) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory
            .appending(path: "bellhop-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try Data(site.caPEM.utf8).write(to: directory.appending(path: "ca.pem"))
        try Data(site.key.p8Text.utf8).write(to: directory.appending(path: "key.p8"))
        try await body(directory)
    }

    /// A provider token as Apple's shell recipe makes it: the signature stays in ASN.1 DER form.
    private func tokenSignedByOpenSSL(_ site: Site, key: URL) async throws -> String {
        let now = TimeSource.system.now.wholeEpochSeconds
        let parts = [
            #"{ "alg": "ES256", "kid": "\#(site.key.keyID)" }"#,
            #"{ "iss": "\#(site.key.teamID)", "iat": \#(now) }"#,
        ]
        let text = parts.map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
        let signature = try await run(
            .name("openssl"),
            arguments: ["dgst", "-sha256", "-sign", key.path(percentEncoded: false)],
            input: .string(text), output: .bytes(limit: 1_000))
        return text + "." + Base64URL.encode(signature.standardOutput)
    }

    /// Runs curl; returns the body, then a line with status, protocol and bytes sent.
    private func curl(
        _ site: Site, ca: URL, method: String = "POST", path: String? = nil,
        endpoint: ServiceEndpoint = .notifications, headers: [String], data: String?
    ) async throws -> [String] {
        var arguments = [
            "-sS", "--http2", "--cacert", ca.path(percentEncoded: false), "-X", method,
            "-w", "\n%{http_code} %{http_version} %{size_upload} %header{apns-channel-id}",
        ]
        if let data { arguments += ["--data-binary", data] }
        for header in headers { arguments += ["-H", header] }
        let port = try site.port(.sandbox, endpoint)
        arguments.append("https://localhost:\(port)\(path ?? site.path)")
        let result = try await run(
            .name("curl"), arguments: .init(arguments), output: .string(limit: 10_000),
            error: .string(limit: 10_000))
        #expect(result.terminationStatus.isSuccess, "\(result.standardError)")
        return result.standardOutput.split(separator: "\n", omittingEmptySubsequences: false).map {
            String($0)
        }
    }

    @Test func `curl with a token signed by openssl is accepted`() async throws {
        try await Site.run { site in
            try await withFiles(of: site) { directory in
                let token = try await tokenSignedByOpenSSL(
                    site, key: directory.appending(path: "key.p8"))
                let lines = try await curl(
                    site, ca: directory.appending(path: "ca.pem"),
                    headers: [
                        "authorization: bearer \(token)", "apns-topic: \(Site.bundleID)",
                        "apns-push-type: alert",
                    ], data: #"{"aps":{"alert":"Dinner is ready"}}"#)
                #expect(lines.first == "")
                #expect(lines.last?.hasPrefix("200 2 ") == true)
                #expect(site.host.log().last?.oddities == ["the signature is ASN.1 DER"])
            }
        }
    }

    @Test func `curl without credentials gets MissingProviderToken`() async throws {
        try await Site.run { site in
            try await withFiles(of: site) { directory in
                let lines = try await curl(
                    site, ca: directory.appending(path: "ca.pem"), headers: [], data: "{}")
                #expect(lines.first == #"{"reason":"MissingProviderToken"}"#)
                #expect(lines.last?.hasPrefix("403 2 ") == true)
            }
        }
    }

    @Test func `only the beginning of a huge body is read`() async throws {
        try await Site.run { site in
            try await withFiles(of: site) { directory in
                let file = directory.appending(path: "huge")
                try Data(repeating: 0x20, count: 50_000_000).write(to: file)
                let lines = try await curl(
                    site, ca: directory.appending(path: "ca.pem"),
                    headers: site.headers.map { "\($0.0): \($0.1)" },
                    data: "@" + file.path(percentEncoded: false))
                #expect(lines.first == #"{"reason":"PayloadTooLarge"}"#)
                let sent = lines.last?.split(separator: " ").dropFirst(2).first.flatMap { Int($0) }
                #expect((sent ?? .max) < 5_000_000)
            }
        }
    }

    @Test func `T259: curl creates a channel, broadcasts to it and deletes it`() async throws {
        try await Site.run { site in
            let link = RecordingDeviceLink()
            let delivery = Task { await site.host.deliver(to: link) }
            defer { delivery.cancel() }
            try await withFiles(of: site) { directory in
                let ca = directory.appending(path: "ca.pem")
                let apps = "/1/apps/\(Site.bundleID)"
                let sender = "authorization: \(site.authorization)"
                let created = try await curl(
                    site, ca: ca, path: "\(apps)/channels", endpoint: .channels, headers: [sender],
                    data: #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#)
                let response = try #require(created.last).split(separator: " ")
                #expect(response.prefix(2) == ["201", "2"])
                let id = try #require(response.last.flatMap { ChannelID(String($0)) })
                try site.host.setFollowed(
                    [.init(bundleID: Site.bundleID, environment: .sandbox, channelID: id)],
                    by: "phone")
                let channel = "apns-channel-id: \(id)"

                let read = try await curl(
                    site, ca: ca, method: "GET", path: "\(apps)/channels", endpoint: .channels,
                    headers: [sender, channel], data: nil)
                #expect(
                    read.first == #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#)
                let list = try await curl(
                    site, ca: ca, method: "GET", path: "\(apps)/all-channels", endpoint: .channels,
                    headers: [sender], data: nil)
                #expect(list.first == #"{"channels":["\#(id)"]}"#)

                let body = #"{"aps":{"event":"update","timestamp":1,"content-state":{}}}"#
                let sent = try await curl(
                    site, ca: ca, path: "/4/broadcasts/apps/\(Site.bundleID)",
                    headers: [
                        sender, channel, "apns-push-type: liveactivity", "apns-priority: 10",
                        "apns-expiration: 0",
                    ], data: body)
                #expect(sent.last?.hasPrefix("200 2 ") == true)
                #expect(await link.nextBroadcast()?.body == Array(body.utf8))

                let deleted = try await curl(
                    site, ca: ca, method: "DELETE", path: "\(apps)/channels", endpoint: .channels,
                    headers: [sender, channel], data: nil)
                #expect(deleted.last?.hasPrefix("204 2 ") == true)
                let again = try await curl(
                    site, ca: ca, method: "DELETE", path: "\(apps)/channels", endpoint: .channels,
                    headers: [sender, channel], data: nil)
                #expect(again.first == #"{"reason":"ChannelNotRegistered"}"#)
            }
        }
    }

    @Test(arguments: [
        (ServiceEndpoint.notifications, "/1/apps/com.example.app/all-channels"),
        (.channels, "/4/broadcasts/apps/com.example.app"), (.channels, "/3/device/aa"),
    ])
    func `an endpoint accepts only its own paths`(
        endpoint: ServiceEndpoint, path: String
    ) async throws {
        try await Site.run { site in
            try await withFiles(of: site) { directory in
                let lines = try await curl(
                    site, ca: directory.appending(path: "ca.pem"), path: path, endpoint: endpoint,
                    headers: ["authorization: \(site.authorization)"], data: "{}")
                #expect(lines.first == #"{"reason":"BadPath"}"#)
                #expect(lines.last?.hasPrefix("404 2 ") == true)
            }
        }
    }

    @Test func `nghttp finds no error in the connection`() async throws {
        try await Site.run { site in
            try await withFiles(of: site) { directory in
                let body = directory.appending(path: "body.json")
                try Data(Site.body).write(to: body)
                var arguments = ["-nv", "--no-dep", "-d", body.path(percentEncoded: false)]
                for (name, value) in site.headers { arguments += ["-H", "\(name): \(value)"] }
                arguments.append("https://localhost:\(try site.port())\(site.path)")
                let result = try await run(
                    .name("nghttp"), arguments: .init(arguments), output: .string(limit: 100_000))
                let output = result.standardOutput
                #expect(output.contains("[SETTINGS_MAX_CONCURRENT_STREAMS(0x03):1]"))
                #expect(output.contains("[SETTINGS_MAX_CONCURRENT_STREAMS(0x03):1000]"))
                #expect(output.contains(":status: 200"))
                #expect(!output.contains("PROTOCOL_ERROR"))
            }
        }
    }
}
