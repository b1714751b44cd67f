// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

/// Keys and provider tokens on the command line.
@Suite(.timeLimit(.minutes(30)))
struct KeyCommandTests {
    private static let names = ["--key-id", "ABC123DEFG", "--team-id", "TEAM123456"]

    @Test func `keygen writes a key with mode 0600, and replaces a file only with --force`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let file = folder.path("AuthKey_TEST123456.p8")
            func permissions() throws -> Int? {
                try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            }
            #expect(try await BellhopTool.run(["keygen", "--out", file]).status == 0)
            #expect(try permissions() == 0o600)
            let first = try folder.read("AuthKey_TEST123456.p8")
            #expect(first.hasPrefix("-----BEGIN PRIVATE KEY-----"))
            let again = try await BellhopTool.run(["keygen", "--out", file])
            #expect(again.status == 73)
            #expect(again.isOneLineError, "\(again)")
            #expect(again.errors.contains("--force"))
            #expect(try folder.read("AuthKey_TEST123456.p8") == first)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
            #expect(try await BellhopTool.run(["keygen", "--out", file, "--force"]).status == 0)
            #expect(try folder.read("AuthKey_TEST123456.p8") != first)
            #expect(try permissions() == 0o600)
            let nowhere = try await BellhopTool.run(["keygen", "--out", folder.path("no/key.p8")])
            #expect(nowhere.status == 73)
            #expect(nowhere.isOneLineError, "\(nowhere)")
        }
    }

    @Test func `OpenSSL reads the key, and token inspect verifies the signature`() async throws {
        try await TemporaryFolder.with { folder in
            let file = folder.path("key.p8")
            #expect(try await BellhopTool.run(["keygen", "--out", file]).status == 0)
            let shape = try await Program.run(
                tool: "openssl", ["pkey", "-in", file, "-noout", "-text"])
            #expect(shape.output.contains("prime256v1"), "\(shape)")
            let minted = try await BellhopTool.run(["token", "mint", "--key", file] + Self.names)
            #expect(minted.status == 0, "\(minted)")
            let parts = minted.output.trimmingCharacters(in: .newlines).split(separator: ".")
            #expect(parts.count == 3)
            let good = try await BellhopTool.run(
                ["token", "inspect", "-", "--key", file, "--format", "json"], input: minted.output)
            #expect(good.status == 0, "\(good)")
            let json = try JSONValue(parsing: good.output)
            #expect(json["header", "kid"]?.stringValue == "ABC123DEFG")
            #expect(json["claims", "iss"]?.stringValue == "TEAM123456")
            #expect(json["signature_bytes"]?.intValue == 64)
            #expect(json["is_signature_good"]?.boolValue == true)
            #expect(json["faults"]?.arrayValue == [])
            let other = folder.path("other.p8")
            #expect(try await BellhopTool.run(["keygen", "--out", other]).status == 0)
            let bad = try await BellhopTool.run(
                ["token", "inspect", "-", "--key", other], input: minted.output)
            #expect(bad.status == 1)
            #expect(bad.row("signature") == "64 bytes, NOT made with this key")
        }
    }

    @Test func `an invalid token is rejected with status 65`() async throws {
        for text in ["nonsense", "a.b.c", "eyJ.eyJ.eyJ"] {
            let result = try await BellhopTool.run(["token", "inspect", text])
            #expect(result.status == 65, "\(result)")
            #expect(result.isOneLineError, "\(result)")
        }
    }

    /// Scripts that create a key file with openssl, and a part of the error about this file.
    @Test(arguments: [
        ("openssl ecparam -genkey -name secp384r1 -noout | openssl pkcs8 -topk8 -nocrypt", "P-384"),
        ("openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048", "RSA"),
        (
            "openssl ecparam -genkey -name prime256v1 -noout "
                + "| openssl pkcs8 -topk8 -passout pass:x",
            "encrypted"
        ),
        (
            "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes "
                + "-keyout /dev/null -subj /CN=x", "certificate"
        ),
        ("openssl ecparam -genkey -name prime256v1 -noout", "openssl pkcs8 -topk8"),
        ("echo hello", "BEGIN PRIVATE KEY"),
        ("printf %s '-----BEGIN PRIVATE KEY-----'", "END PRIVATE KEY"),
    ])
    func `a file that is not a usable key is rejected with the reason`(
        script: String, phrase: String
    ) async throws {
        try await TemporaryFolder.with { folder in
            let made = try await Program.run(
                tool: "sh", ["-euc", "(\(script)) > key.p8"], in: folder.path)
            try #require(made.status == 0, "\(made.errors); run scripts/setup.sh test")
            let file = folder.path("key.p8")
            let target = ["--to", "sandbox", "--device", "aabbccddeeff00112233445566778899"]
            let push =
                ["push", BellhopTool.example("message"), "--key", file] + Self.names + target
            for arguments in [["token", "mint", "--key", file] + Self.names, push] {
                let result = try await BellhopTool.run(arguments)
                #expect(result.status == 65, "\(result)")
                #expect(result.isOneLineError, "\(result)")
                #expect(result.errors.contains(file) && result.errors.contains(phrase), "\(result)")
            }
        }
    }

    @Test func `a key without its identifiers is wrong usage`() async throws {
        let result = try await BellhopTool.run(["token", "mint", "--key", "key.p8"])
        #expect(result.status == 64)
        #expect(result.isOneLineError, "\(result)")
        #expect(result.errors.contains("--key-id") && result.errors.contains("--team-id"))
        let missing = try await BellhopTool.run(
            ["token", "mint", "--key", "/nowhere/key.p8"] + Self.names)
        #expect(missing.status == 66)
        #expect(missing.isOneLineError, "\(missing)")
    }
}
