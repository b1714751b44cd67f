// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Foundation
import ProjectDoctor
import Testing

private typealias Example = CredentialExample

@Suite struct PushCertificateTests {
    @Test func `the topics, environments and name of a certificate are read`() throws {
        let made = try Example.certificate()
        let certificate = try PushCertificate(reading: Array(("text\n" + made.pem).utf8))
        #expect(certificate.commonName == "Apple Push Services: com.example.app")
        #expect(certificate.topics == ["com.example.app", "com.example.app.voip"])
        #expect(certificate.topicEntries.map(\.kinds) == [["app"], ["voip"]])
        #expect(certificate.environments == [.sandbox, .production])
        #expect(certificate.publicKeyBytes == made.keyBytes)
    }

    @Test(arguments: [
        "", "0", "0\u{82}", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
    ])
    func `a file that is not a certificate is rejected`(text: String) {
        #expect(throws: PushCertificateError.notACertificate) {
            try PushCertificate(reading: Array(text.utf8))
        }
    }

    @Test func `a valid certificate passes, with its topic and environment`() throws {
        let file = try Example.file(try Example.certificate())
        #expect(
            Example.findings {
                $0.certificateFile = file
                $0.topic = "com.example.app.voip"
                $0.environment = .production
            } == [])
    }

    @Test
    func `an expired or future certificate is an error; one that ends in 20 days is a warning`()
        throws
    {
        let expired = try Example.file(try Example.certificate(until: -3))
        let soon = try Example.file(try Example.certificate(until: 20))
        let early = try Example.file(try Example.certificate(from: 2))
        #expect(Example.findings { $0.certificateFile = expired } == ["certificate-expired: error"])
        #expect(Example.findings { $0.certificateFile = soon } == ["certificate-expired: warning"])
        #expect(Example.findings { $0.certificateFile = early } == ["certificate-expired: error"])
    }

    @Test func `a topic, environment or private key that does not match the certificate is found`()
        throws
    {
        let made = try Example.certificate(markers: [1])
        let file = try Example.file(made)
        #expect(
            Example.findings {
                $0.certificateFile = file
                $0.topic = "com.example.other"
                $0.environment = .production
            } == ["certificate-environment: error", "certificate-topic: error"])
        let alone = try Example.file(made, hasKey: false)
        #expect(
            Example.findings { $0.certificateFile = alone } == ["certificate-unusable: error"])
        var foreign = file
        foreign.keyBytes = try Example.certificate().keyBytes
        #expect(
            Example.findings { $0.certificateFile = foreign } == ["certificate-unusable: error"])
    }

    @Test func `a certificate without topics is not a push certificate`() throws {
        let file = try Example.file(try Example.certificate(topics: []))
        #expect(Example.findings { $0.certificateFile = file } == ["certificate-topic: error"])
    }
}
