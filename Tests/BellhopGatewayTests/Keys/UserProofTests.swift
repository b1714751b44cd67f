// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import Testing

@testable import BellhopGateway

struct UserProofTests {
    static let secret = "bhi_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"

    /// The test vector in the documentation; openssl computes the same value.
    @Test func `the proof has the documented value and prints without it`() {
        let proof = UserProof(user: "alex", app: "com.example.app", identitySecret: Self.secret)
        #expect(
            proof.text
                == "v1=19676366ea8b31c5c62adb1cd1ce22cb17df9cef6d5a78042f07dfb484b2b368")
        #expect(!"\(proof) \(String(reflecting: proof))".contains("19676366"))
    }

    @Test(arguments: [
        ("alex", "com.example.app", secret, true), ("alexa", "com.example.app", secret, false),
        ("Alex", "com.example.app", secret, false), ("alex", "com.example.ap", secret, false),
        ("alex", "com.example.app", secret + " ", false), ("alex", "com.example.app", "", false),
        ("app\nalex", "com.example.", secret, false),
    ])
    func `a proof is valid only for its user, app and secret`(
        _ user: String, _ app: String, _ secret: String, _ isValid: Bool
    ) {
        let proof = UserProof(user: user, app: app, identitySecret: secret)
        #expect(
            UserProof.isValid(
                proof.text, user: "alex", app: "com.example.app",
                identitySecrets: ["other", Self.secret]) == isValid)
    }

    @Test(arguments: ["", "v1=", "v2=", "v1=zz", "v1=1967", "V1=", "v1=v1="])
    func `a text that does not have the form of a proof is not accepted`(_ prefix: String) {
        let proof = UserProof(user: "alex", app: "com.example.app", identitySecret: Self.secret)
        for text in [prefix, prefix + proof.text.dropFirst(3) + "0", "-" + prefix + proof.text] {
            #expect(
                !UserProof.isValid(
                    text, user: "alex", app: "com.example.app", identitySecrets: [Self.secret]))
        }
    }

    @Test func `an app's keys print without the identity secret`() {
        let keys = AppKeys(clientKey: "bhc_a", identitySecret: "bhi_b")
        var dumped = "\(keys) \(String(reflecting: keys))"
        dump(keys, to: &dumped)
        #expect(!dumped.contains("bhi_b"))
    }

    @Test(arguments: [
        (31, false), (32, true), (255, true), (256, false),
    ])
    func `an installation's secret has 32 to 255 characters and no spaces`(
        _ count: Int, _ isUsable: Bool
    ) {
        #expect((InstallationSecret(String(repeating: "a", count: count)) != nil) == isUsable)
        let blank = String(repeating: "a", count: count - 1) + " "
        #expect(InstallationSecret(blank) == nil)
    }
}
