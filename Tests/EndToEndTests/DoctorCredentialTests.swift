// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

extension RunningUp.Gateways {
    /// `bellhop doctor` with a sender's credentials, against the simulator.
    struct DoctorCredentials {
        private static func arguments(_ up: BellhopProcess, team: String) throws -> [String] {
            [
                "doctor", "--live", "--key", up.state.path("simulator-key.p8"), "--key-id",
                "SIMULATOR1", "--team-id", team, "--host", "localhost", "--port",
                String(try up.port(of: "sandbox")), "--ca", up.state.path("ca.pem"),
                "--time-url", try up.gatewayURL(),
            ]
        }

        @Test func `a live request confirms that the simulator's key is valid`() async throws {
            let up = try RunningUp.process()
            let arguments = try Self.arguments(up, team: "BELLHOPDEV")
            let result = try await BellhopTool.run(arguments + ["--topic", "dev.bellhop.demo"])
            #expect(result.status == 0, "\(result)")
            #expect(result.output.contains("BadDeviceToken for a made-up token"), "\(result)")
            let appless = try await BellhopTool.run(arguments)
            #expect(appless.status == 0, "\(appless)")
            #expect(appless.output.contains("the key is valid"), "\(appless)")
        }

        @Test func `the error of a live request with the wrong team is explained`() async throws {
            let up = try RunningUp.process()
            let result = try await BellhopTool.run(try Self.arguments(up, team: "OTHERTEAM1"))
            #expect(result.status == 1, "\(result)")
            #expect(result.output.contains("403 InvalidProviderToken"), "\(result)")
            #expect(
                result.output.contains("bellhop explain --reason InvalidProviderToken"),
                "\(result)")
        }

        @Test func `a port without HTTP/2 is reported as unreachable`() async throws {
            let up = try RunningUp.process()
            let url = try up.gatewayURL()
            let port = String(url.split(separator: ":").last ?? "")
            let result = try await BellhopTool.run([
                "doctor", "--host", "127.0.0.1", "--port", port, "--time-url", url,
            ])
            #expect(result.status == 1, "\(result)")
            #expect(result.output.contains("host-unreachable"), "\(result)")
        }
    }
}

/// `bellhop doctor` with certificates that OpenSSL created.
@Suite(.timeLimit(.minutes(30)))
struct DoctorCertificateTests {
    /// Creates a certificate with the extensions of Apple's certificates, its key, and a `.p12`
    /// file with both.
    static let script = """
        set -e
        cat > c.cnf <<'END'
        [req]
        distinguished_name = dn
        prompt = no
        x509_extensions = ext
        [dn]
        CN = Apple Push Services: com.example.app
        UID = com.example.app
        [ext]
        extendedKeyUsage = clientAuth
        1.2.840.113635.100.6.3.1 = DER:0500
        1.2.840.113635.100.6.3.2 = DER:0500
        1.2.840.113635.100.6.3.6 = ASN1:SEQUENCE:topics
        [topics]
        a = UTF8:com.example.app
        b = SEQUENCE:app
        c = UTF8:com.example.app.voip
        d = SEQUENCE:voip
        [app]
        a = UTF8:app
        [voip]
        a = UTF8:voip
        END
        openssl req -new -x509 -newkey rsa:2048 -nodes -days 90 -config c.cnf -keyout key.pem \
          -out cert.pem
        cat cert.pem key.pem > push.pem
        openssl x509 -in cert.pem -outform DER -out push.cer
        openssl pkcs12 -export -in cert.pem -inkey key.pem -out push.p12 -passout pass:secret
        printf secret > password
        """

    @Test func `certificates from OpenSSL are read as .pem, .p12 and .cer`() async throws {
        try await TemporaryFolder.with { folder in
            let made = try await Program.run(
                tool: "bash", ["-c", Self.script], in: folder.path)
            try #require(made.status == 0, "\(made.errors)")
            let asked = ["--topic", "com.example.app.voip", "--to", "production", "--offline"]
            let both = [
                ["--cert", "push.pem"],
                ["--cert", "push.p12", "--cert-password-file", "password"],
            ]
            for arguments in both {
                let result = try await BellhopTool.run(
                    ["doctor"] + arguments + asked, in: folder.path)
                #expect(result.status == 0, "\(result)")
                #expect(result.output.contains("Apple Push Services: com.example.app"))
            }
            let alone = try await BellhopTool.run(
                ["doctor", "--cert", "push.cer"] + asked, in: folder.path)
            #expect(alone.status == 1, "\(alone)")
            #expect(alone.output.contains("the certificate's private key is missing"), "\(alone)")
            let locked = try await BellhopTool.run(
                ["doctor", "--cert", "push.p12", "--offline"], in: folder.path)
            #expect(locked.status == 65, "\(locked)")
            #expect(locked.isOneLineError, "\(locked)")
        }
    }
}
