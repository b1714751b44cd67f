// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import CommandSupport

/// Creates the push certificate that `bellhop keygen --certificate` writes, for tests.
enum TestCertificate {
    /// Returns the bytes of the file: PEM if the file name ends with `.pem`, otherwise PKCS#12.
    ///
    /// - Parameters:
    ///   - environments: the value on the command line: `sandbox`, `production` or `both`.
    ///   - state: the directory with the simulator's authority, which signs the certificate.
    static func make(
        bundleID: String, environments word: String, passwordPath: String?, out: String,
        state: StateDirectory
    ) throws -> [UInt8] {
        guard Topic.isPlausible(bundleID) else {
            throw CommandFailure(
                .usage,
                "\"\(bundleID)\" is not a bundle identifier; use one such as "
                    + "com.example.app")
        }
        let environments: Set<APNSEnvironment> =
            word == "both" ? Set(APNSEnvironment.allCases) : [try EnvironmentName.parse(word)]
        let password = try passwordPath.map { try CertificateOptions.password(in: $0) } ?? ""
        let now = TimeSource.system.now
        let certificate = try authority(state)
            .makePushCertificate(bundleID: bundleID, environments: environments, now: now)
        if out.hasSuffix(".pem") {
            guard passwordPath == nil else {
                throw CommandFailure(
                    .usage,
                    "a .pem file cannot have a password; leave out --password-file, or give --out "
                        + "the name of a .p12 file")
            }
            return Array((certificate.chainPEM + certificate.privateKeyPEM).utf8)
        }
        var generator = SystemRandomNumberGenerator()
        return try certificate.pkcs12(password: password, using: &generator)
    }

    /// Returns the authority of the simulator in the state directory, so that this simulator
    /// accepts the certificate. If the directory contains no authority, returns a temporary one.
    private static func authority(_ state: StateDirectory) throws -> LocalAuthority {
        let now = TimeSource.system.now
        if let pem = state.readText(.authorityCertificate),
            let key = state.readText(.authorityKey),
            let authority = try? LocalAuthority(certificatePEM: pem, privateKeyPEM: key),
            authority.isValid(now: now)
        {
            Console.note("signed by the CA of the simulator in \(state.shownPath)")
            return authority
        }
        Console.note(
            "signed by a new CA that no server trusts, because there is no simulator in "
                + "\(state.shownPath)")
        return try LocalAuthority(now: now)
    }
}
