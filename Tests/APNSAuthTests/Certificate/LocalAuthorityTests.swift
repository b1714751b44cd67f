// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import Foundation
import SwiftASN1
import Testing
import X509

struct LocalAuthorityTests {
    private let now = Date()

    @Test func `a server certificate has its names and is verified by the authority's certificate`()
        async throws
    {
        let authority = try LocalAuthority(now: now)
        let identity = try authority.makeServerIdentity(
            hostNames: ["localhost", "api.push.apple.com"], ipAddresses: [[127, 0, 0, 1]], now: now)
        let root = try Certificate(pemEncoded: authority.certificatePEM)
        let leaf = try Certificate(pemEncoded: identity.certificatePEM)
        var verifier = Verifier(rootCertificates: CertificateStore([root])) {
            RFC5280Policy()
        }
        let result = await verifier.validate(leaf: leaf, intermediates: CertificateStore([]))
        guard case .validCertificate = result else {
            Issue.record("not valid: \(result)")
            return
        }
        let names = try #require(try leaf.extensions.subjectAlternativeNames)
        #expect(names.contains(.dnsName("api.push.apple.com")))
        #expect(names.count == 3)
    }

    @Test func `an authority that is loaded again signs for the same root`() async throws {
        let authority = try LocalAuthority(now: now)
        let again = try LocalAuthority(
            certificatePEM: authority.certificatePEM, privateKeyPEM: authority.privateKeyPEM)
        let identity = try again.makeServerIdentity(
            hostNames: ["localhost"], ipAddresses: [], now: now)
        let leaf = try Certificate(pemEncoded: identity.certificatePEM)
        let root = try Certificate(pemEncoded: authority.certificatePEM)
        #expect(root.publicKey.isValidSignature(leaf.signature, for: leaf))
    }

    @Test func `an authority is valid for nine years, but not for eleven`() throws {
        let authority = try LocalAuthority(now: now)
        #expect(authority.isValid(now: now + 9 * 365 * 86400))
        #expect(!authority.isValid(now: now + 11 * 365 * 86400))
    }
}
