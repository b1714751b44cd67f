// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import CommandSupport

/// `bellhop keygen --certificate`: a push certificate for tests.
enum TestCertificate {
    /// The bytes of the file: PEM for a name that ends so, else `.p12`.
    ///
    /// - Parameters:
    ///   - environments: the word of the command line: sandbox, production or both.
    ///   - state: where the simulator keeps its authority, which then signs.
    static func make(
        bundleID: String, environments word: String, passwordPath: String?, out: String,
        state: StateDirectory
    ) throws -> [UInt8] {
        guard Topic.isPlausible(bundleID) else {
            throw CommandFailure(
                .usage, "\"\(bundleID)\" is not a bundle identifier, such as com.example.app")
        }
        let environments: Set<APNSEnvironment> =
            word == "both" ? Set(APNSEnvironment.allCases) : [try EnvironmentWords.parse(word)]
        let password = try passwordPath.map { try CertificateOptions.password(in: $0) } ?? ""
        let now = TimeSource.system.now
        let certificate = try authority(state)
            .makePushCertificate(bundleID: bundleID, environments: environments, now: now)
        if out.hasSuffix(".pem") {
            guard passwordPath == nil else {
                throw CommandFailure(
                    .usage,
                    "a .pem file is written without a password; leave --password-file out, or "
                        + "name a .p12 file")
            }
            return Array((certificate.chainPEM + certificate.privateKeyPEM).utf8)
        }
        var generator = SystemRandomNumberGenerator()
        return try certificate.pkcs12(password: password, using: &generator)
    }

    /// The simulator's own authority, which it believes; one made for the moment when there is
    /// none.
    private static func authority(_ state: StateDirectory) throws -> LocalAuthority {
        let now = TimeSource.system.now
        if let pem = state.readText(.authorityCertificate),
            let key = state.readText(.authorityKey),
            let authority = try? LocalAuthority(certificatePEM: pem, privateKeyPEM: key),
            authority.isValid(now: now)
        {
            Console.note("signed by the authority of the simulator in \(state.shownPath)")
            return authority
        }
        Console.note(
            "signed by a new authority, which no server knows, because there is no simulator in "
                + "\(state.shownPath)")
        return try LocalAuthority(now: now)
    }
}
