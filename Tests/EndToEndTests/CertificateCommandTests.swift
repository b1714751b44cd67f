// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

/// The commands for certificates, with OpenSSL to check and to create the files.
@Suite(.timeLimit(.minutes(30)))
struct CertificateCommandTests {
    private static func make(_ folder: TemporaryFolder, _ script: String) async throws {
        let made = try await Program.run(
            tool: "bash", ["-euc", DoctorCertificateTests.script + script], in: folder.path)
        try #require(made.status == 0, "\(made.errors); run scripts/setup.sh test")
    }

    private static func inspect(
        _ folder: TemporaryFolder, _ arguments: String...
    ) async throws -> Program.Result {
        try await BellhopTool.run(["cert", "inspect"] + arguments, in: folder.path)
    }

    @Test func `keygen writes a certificate file with mode 0600, and OpenSSL reads it`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            try Data("secret\n".utf8).write(to: URL(filePath: folder.path("password")))
            let file = folder.path("test.p12")
            let arguments = [
                "keygen", "--certificate", "--bundle-id", "com.example.app", "--password-file",
                folder.path("password"), "--out", file, "--state-dir", folder.path("none"),
            ]
            let made = try await BellhopTool.run(arguments)
            #expect(made.status == 0, "\(made)")
            #expect(made.errors.contains("that no server trusts"))
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
            #expect(mode as? Int == 0o600)
            #expect(try await BellhopTool.run(arguments).status == 73)
            let whole = try await Program.run(
                tool: "openssl",
                ["pkcs12", "-in", file, "-passin", "pass:secret", "-noenc"])
            #expect(whole.status == 0, "\(whole)")
            #expect(whole.output.contains("friendlyName: Apple Push Services: com.example.app"))
            #expect(whole.output.components(separatedBy: "BEGIN CERTIFICATE").count == 3)
            #expect(whole.output.contains("BEGIN PRIVATE KEY"))
            let wrong = try await Program.run(
                tool: "openssl", ["pkcs12", "-in", file, "-passin", "pass:other", "-noenc"])
            #expect(wrong.errors.contains("invalid password"), "\(wrong)")
            let text = try await Self.inspect(folder, file, "--password-file", "password")
            #expect(text.status == 0, "\(text)")
            #expect(text.row("name") == "Apple Push Services: com.example.app")
            #expect(text.row("environments") == "production, sandbox")
            #expect(text.row("sends") == "alert, background, voip, complication")
            #expect(
                text.output.contains("private key   the key belongs to this certificate"),
                "\(text)")
        }
    }

    @Test func `keygen writes PEM if the file name ends in .pem, for one environment`() async throws
    {
        try await TemporaryFolder.with { folder in
            let made = try await BellhopTool.run(
                [
                    "keygen", "--certificate", "--bundle-id", "com.example.app", "--environment",
                    "sandbox", "--out", "test.pem",
                ], in: folder.path)
            #expect(made.status == 0, "\(made)")
            let shape = try await Program.run(
                tool: "openssl", ["x509", "-in", "test.pem", "-noout", "-subject", "-purpose"],
                in: folder.path)
            #expect(shape.output.contains("Apple Sandbox Push Services: com.example.app"))
            #expect(shape.output.contains("SSL client : Yes"))
            let right = try await Self.inspect(folder, "test.pem", "--to", "sandbox")
            #expect(right.status == 0, "\(right)")
            let wrong = try await Self.inspect(
                folder, "test.pem", "--to", "production", "--format", "json")
            #expect(wrong.status == 1, "\(wrong)")
            let json = try JSONValue(parsing: wrong.output)
            #expect(json["environments"]?.arrayValue == ["sandbox"])
            #expect(json["is_key_matching"]?.boolValue == true)
            #expect(json["faults"]?.arrayValue?.count == 1)
            #expect(json["bundle_id"]?.stringValue == "com.example.app")
        }
    }

    @Test func `inspect reads OpenSSL's files: old and new encryption, PEM, DER, one file or two`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            try await Self.make(
                folder,
                """

                openssl pkcs12 -export -legacy -in cert.pem -inkey key.pem -out old.p12 \
                  -passout pass:secret
                openssl pkcs12 -export -in cert.pem -inkey key.pem -out open.p12 -passout pass:
                openssl rsa -in key.pem -traditional -out pkcs1.pem
                openssl pkcs8 -topk8 -in key.pem -out locked.pem -passout pass:secret
                """)
            let cases = [
                ["push.p12", "--password-file", "password"],
                ["old.p12", "--password-file", "password"], ["open.p12"], ["push.pem"],
                ["cert.pem", "--key", "key.pem"], ["push.cer", "--key", "pkcs1.pem"],
                ["cert.pem", "--key", "locked.pem", "--password-file", "password"],
            ]
            for arguments in cases {
                let result = try await BellhopTool.run(
                    ["cert", "inspect"] + arguments, in: folder.path)
                #expect(result.status == 0, "\(arguments): \(result)")
                #expect(
                    result.output.contains("topic         com.example.app.voip (voip)"),
                    "\(result)")
                #expect(
                    result.output.contains("private key   the key belongs to this certificate"),
                    "\(result)")
            }
            let alone = try await Self.inspect(folder, "push.cer")
            #expect(alone.status == 0, "\(alone)")
            #expect(alone.output.contains("private key   the file does not contain it"), "\(alone)")
        }
    }

    @Test func `an unusable file is reported in one line, with a remedy`() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.make(
                folder,
                """

                openssl genrsa -out other.pem 2048
                openssl pkcs12 -export -nokeys -in cert.pem -out nokey.p12 -passout pass:secret
                head -c 900 push.p12 > cut.p12
                echo hello > hello.p12
                printf other > wrong
                """)
            let cases: [([String], Int32, String)] = [
                (["push.p12"], 65, "--password-file"),
                (["push.p12", "--password-file", "wrong"], 65, "the password is wrong"),
                (["cut.p12", "--password-file", "password"], 65, "incomplete or damaged"),
                (["hello.p12"], 65, "this is not a certificate"),
                (["nowhere.p12"], 66, "check the path"),
                (["key.pem"], 65, "the file contains no certificate"),
            ]
            for (arguments, status, phrase) in cases {
                let result = try await BellhopTool.run(
                    ["cert", "inspect"] + arguments, in: folder.path)
                #expect(result.status == status, "\(arguments): \(result)")
                #expect(result.isOneLineError, "\(result)")
                #expect(result.errors.contains(phrase), "\(result)")
            }
            let stranger = try await Self.inspect(folder, "cert.pem", "--key", "other.pem")
            #expect(stranger.status == 1, "\(stranger)")
            #expect(
                stranger.output.contains("the key does NOT belong to this certificate"),
                "\(stranger)")
            // Files that make other readers crash.
            for file in ["nokey.p12", "push.p12"] {
                let doctor = try await BellhopTool.run(
                    [
                        "doctor", "--cert", file, "--cert-password-file", "password", "--offline",
                    ], in: folder.path)
                #expect(doctor.status == (file == "push.p12" ? 0 : 1), "\(doctor)")
            }
        }
    }

    @Test func `the push command checks a certificate before it connects`() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.make(
                folder,
                """

                cat > ca.cnf <<'END'
                [ca]
                default_ca = one
                [one]
                database = index.txt
                serial = serial
                new_certs_dir = .
                default_md = sha256
                policy = any
                [any]
                commonName = supplied
                UID = optional
                END
                : > index.txt
                echo 01 > serial
                openssl req -new -key key.pem -config c.cnf -out old.csr
                openssl ca -batch -selfsign -config ca.cnf -keyfile key.pem -in old.csr \
                  -startdate 20200101000000Z -enddate 20210101000000Z -extfile c.cnf \
                  -extensions ext -notext -out old.pem
                """)
            _ = try await BellhopTool.run(
                [
                    "keygen", "--certificate", "--bundle-id", "com.example.app", "--environment",
                    "sandbox", "--out", "sandbox.p12",
                ], in: folder.path)
            func push(_ arguments: String...) async throws -> Program.Result {
                try await BellhopTool.run(
                    [
                        "push", BellhopTool.example("message"), "--to", "production", "--device",
                        "aabbccddeeff00112233445566778899", "--topic", "com.example.app",
                    ] + arguments, in: folder.path)
            }
            let other = try await push("--cert", "sandbox.p12")
            #expect(other.status == 65, "\(other)")
            #expect(other.isOneLineError, "\(other)")
            #expect(other.errors.contains("the certificate is not for production"), "\(other)")
            let expired = try await push("--cert", "old.pem", "--cert-key", "key.pem")
            #expect(expired.status == 65, "\(expired)")
            #expect(expired.errors.contains("expired on"), "\(expired)")
            let keyless = try await push("--cert", "cert.pem")
            #expect(keyless.status == 65, "\(keyless)")
            #expect(keyless.errors.contains("the file contains no private key"), "\(keyless)")
            let both = try await push("--cert", "push.pem", "--key", "x.p8")
            #expect(both.status == 64, "\(both)")
            let dry = try await push("--cert", "push.pem", "--dry-run")
            #expect(dry.status == 0, "\(dry)")
            #expect(!dry.output.contains("authorization"), "\(dry)")
        }
    }
}

extension RunningUp.Pushes {
    /// A certificate that the running simulator's authority signed.
    struct CertificatePush {
        @Test
        func `a push is accepted with the app's certificate, and rejected with another app's`()
            async throws
        {
            let up = try RunningUp.process()
            try await TemporaryFolder.with { folder in
                let state = ["--state-dir", up.state.path]
                for bundleID in ["dev.bellhop.demo", "com.example.other"] {
                    let made = try await BellhopTool.run(
                        [
                            "keygen", "--certificate", "--bundle-id", bundleID, "--out",
                            folder.path(bundleID),
                        ] + state)
                    #expect(made.status == 0, "\(made)")
                    #expect(made.errors.contains("the CA of the simulator"), "\(made)")
                }
                let push = ["push", BellhopTool.example("message")] + state
                let sent = try await BellhopTool.run(
                    push + ["--cert", folder.path("dev.bellhop.demo")])
                #expect(sent.status == 0, "\(sent)")
                #expect(sent.output.contains("accepted"), "\(sent)")
                let other = try await BellhopTool.run(
                    push + ["--cert", folder.path("com.example.other")])
                #expect(other.status == 1, "\(other)")
                #expect(other.output.contains("TopicDisallowed"), "\(other)")
            }
        }
    }
}
