// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Crypto
import SwiftASN1
import X509

@testable import APNSService

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SenderCertificate {
    private static let sandboxOID: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 3, 1]
    private static let productionOID: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 3, 2]
    private static let topicsOID: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 3, 6]

    /// A push certificate with Apple's markers, valid for a year from a day before `Bench.start`.
    static func make(
        topics: [String] = [Bench.bundleID], environments: Set<APNSEnvironment> = [.sandbox],
        userID: String? = Bench.bundleID, isTrusted: Bool = true
    ) throws -> SenderCertificate {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        var extensions = Certificate.Extensions()
        if environments.contains(.sandbox) { try extensions.append(marker(sandboxOID)) }
        if environments.contains(.production) { try extensions.append(marker(productionOID)) }
        if !topics.isEmpty {
            var serializer = DER.Serializer()
            try serializer.appendConstructedNode(identifier: .sequence) { list in
                for topic in topics {
                    try list.serialize(ASN1UTF8String(topic))
                    try list.appendConstructedNode(identifier: .sequence) { kinds in
                        try kinds.serialize(ASN1UTF8String("app"))
                    }
                }
            }
            try extensions.append(
                .init(oid: topicsOID, critical: false, value: serializer.serializedBytes[...]))
        }
        let name = try DistinguishedName { CommonName("Apple Push Services: test") }
        var subject = name
        if let userID {
            subject = DistinguishedName([
                RelativeDistinguishedName(
                    .init(type: [0, 9, 2342, 19_200_300, 100, 1, 1], utf8String: userID))
            ])
        }
        let certificate = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: key.publicKey,
            notValidBefore: Bench.start - 86400, notValidAfter: Bench.start + 365 * 86400,
            issuer: name, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: extensions, issuerPrivateKey: key)
        let push = try PushCertificate(certificate)
        return SenderCertificate(
            topics: Set(push.topics), environments: push.environments,
            notValidBefore: push.notValidBefore, notValidAfter: push.notValidAfter,
            isTrusted: isTrusted)
    }

    private static func marker(_ oid: ASN1ObjectIdentifier) throws -> Certificate.Extension {
        .init(oid: oid, critical: false, value: [5, 0])
    }
}

extension Bench {
    /// A request without the header that only senders with tokens need.
    func certificateRequest(_ change: (inout ServiceRequest) -> Void = { _ in }) -> ServiceRequest {
        request {
            $0.set("authorization", nil)
            change(&$0)
        }
    }

    /// Opens a connection with a certificate and returns the first actions.
    mutating func connect(
        _ certificate: SenderCertificate?, environment: APNSEnvironment = .sandbox
    ) -> [ServiceAction] {
        connection = ConnectionState(certificate: certificate)
        return service.open(&connection, environment: environment)
    }
}
