// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSService
import APNSWire
import Foundation
import Subprocess
import Testing

@testable import APNSSimulator

/// Connections with a client certificate, over TLS.
@Suite(.timeLimit(.minutes(30)))
struct ClientCertificateTests {
    private static func isGoAway(_ event: H2Client.Event) -> Bool {
        if case .goAway = event { true } else { false }
    }

    @Test func `a certificate replaces provider tokens and allows many streams`()
        async throws
    {
        try await Site.run { site in
            let client = try await site.connect(certificate: site.authority.issue())
            guard case .settings(let first)? = await client.next({ _ in true }) else {
                Issue.record("no SETTINGS were received")
                return
            }
            #expect(first.contains("MAX_CONCURRENT_STREAMS 1000"))
            let response = try await client.request(
                site.path, headers: [("apns-push-type", "alert")], body: Site.body)
            #expect(response.status == 200)
            await client.close()
        }
    }

    @Test func `a certificate of an intermediate authority is accepted if the chain is presented`()
        async throws
    {
        try await Site.run { site in
            let between = try SenderAuthority(signedBy: site.authority, named: "Between")
            let client = try await site.connect(certificate: between.issue())
            let response = try await client.request(
                site.path, headers: site.headersWithoutToken, body: Site.body)
            #expect(response.status == 200)
            await client.close()
        }
    }

    @Test func `a certificate of an unknown authority is rejected with BadCertificate`()
        async throws
    {
        try await Site.run { site in
            let client = try await site.connect(certificate: SenderAuthority().issue())
            let response = try await client.request(
                site.path, headers: site.headers, body: Site.body)
            #expect(response.status == 403)
            #expect(response.text == #"{"reason":"BadCertificate"}"#)
            #expect(
                site.host.log().last?.explanation.contains("not signed by an authority") == true)
            await client.close()
        }
    }

    @Test func `a certificate of the other environment ends the connection before any request`()
        async throws
    {
        try await Site.run { site in
            let client = try await site.connect(
                certificate: site.authority.issue(environment: .production))
            let goAway = await client.next(Self.isGoAway)
            #expect(
                goAway
                    == .goAway(
                        code: 0, lastStreamID: 0, text: #"{"reason":"BadCertificateEnvironment"}"#))
            #expect(await client.next { $0 == .closed } == .closed)
            let fine = try await site.connect(
                .production, certificate: site.authority.issue(environment: .production))
            let response = try await fine.request(
                APNSHeader.devicePathPrefix + site.productionToken.hex,
                headers: site.headersWithoutToken, body: Site.body)
            #expect(response.status == 200)
            await fine.close()
        }
    }

    @Test func `a certificate is requested but not required, also when a client reconnects`()
        async throws
    {
        try await Site.run { site in
            let directory = FileManager.default.temporaryDirectory
                .appending(path: "bellhop-\(UUID().uuidString)", directoryHint: .isDirectory)
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: directory) }
            let identity = try site.authority.issue()
            let file = directory.appending(path: "sender.pem")
            try Data((identity.certificatePEM + "\n" + identity.privateKeyPEM).utf8).write(to: file)
            for own in [[], ["-cert", file.path, "-key", file.path]] {
                for version in ["-tls1_2", "-tls1_3"] {
                    let result = try await run(
                        .name("openssl"),
                        arguments: .init(
                            [
                                "s_client", "-connect", "localhost:\(try site.port())", "-alpn",
                                "h2", "-reconnect", version,
                            ] + own), input: .string("Q\n"), output: .string(limit: 100_000),
                        error: .string(limit: 100_000))
                    let text = result.standardOutput + result.standardError
                    #expect(text.contains("ALPN protocol: h2"))
                    #expect(!text.contains("alert"))
                    #expect(
                        text.contains("Acceptable client certificate CA names")
                            || text
                                .contains("No client certificate CA names sent")
                    )
                }
            }
        }
    }

    @Test(arguments: [["-tls1_2"], ["-tls1_3"]])
    func `curl sends a push with a certificate and without a provider token`(_ version: [String])
        async throws
    {
        try await Site.run { site in
            let directory = FileManager.default.temporaryDirectory
                .appending(path: "bellhop-\(UUID().uuidString)", directoryHint: .isDirectory)
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: directory) }
            let identity = try site.authority.issue()
            let file = directory.appending(path: "sender.pem")
            try Data((identity.certificatePEM + "\n" + identity.privateKeyPEM).utf8).write(to: file)
            let authority = directory.appending(path: "ca.pem")
            try Data(site.caPEM.utf8).write(to: authority)
            let limit = version == ["-tls1_2"] ? ["--tls-max", "1.2"] : ["--tlsv1.3"]
            let result = try await run(
                .name("curl"),
                arguments: .init(
                    [
                        "-sS", "--http2", "--cacert", authority.path, "--cert", file.path, "-d",
                        #"{"aps":{"alert":"hi"}}"#, "-H", "apns-push-type: alert", "-w",
                        "%{http_code}", "https://localhost:\(try site.port())\(site.path)",
                    ] + limit), output: .string(limit: 10_000), error: .string(limit: 10_000))
            #expect(result.standardOutput == "200")
        }
    }
}
