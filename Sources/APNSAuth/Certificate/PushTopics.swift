// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1
import X509

/// Object identifiers in push certificates.
enum CertificateOID {
    static let commonName: ASN1ObjectIdentifier = [2, 5, 4, 3]
    static let userID: ASN1ObjectIdentifier = [0, 9, 2342, 19_200_300, 100, 1, 1]
    static let sandbox: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 3, 1]
    static let production: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 3, 2]
    static let voipTopics: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 3, 4]
    static let topics: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 3, 6]
}

/// Reads and writes the extensions that list a certificate's topics. Such an extension is a
/// sequence in which topics alternate with sequences of their kinds.
enum PushTopics {
    /// The maximum number of topics that are read from one certificate.
    static let countMax = 1000

    static func read(
        _ extensions: Certificate.Extensions
    ) throws(PushCertificateError) -> [PushCertificate.TopicEntry] {
        var entries: [PushCertificate.TopicEntry] = []
        if let list = extensions[oid: CertificateOID.topics] {
            do { entries = try self.entries(Array(list.value)) } catch { throw .badTopics }
        }
        // Apple does not document the layout of this extension, so an unreadable extension is
        // ignored.
        if let list = extensions[oid: CertificateOID.voipTopics],
            let more = try? self.entries(Array(list.value))
        {
            let known = Set(entries.map(\.topic))
            entries += more.filter { !known.contains($0.topic) }.map {
                .init(topic: $0.topic, kinds: $0.kinds.isEmpty ? ["voip"] : $0.kinds)
            }
        }
        return entries
    }

    /// Returns the value of the extension that lists these topics.
    static func bytes(_ entries: [PushCertificate.TopicEntry]) throws -> [UInt8] {
        var serializer = DER.Serializer()
        try serializer.appendConstructedNode(identifier: .sequence) { list in
            for entry in entries {
                try list.serialize(ASN1UTF8String(entry.topic))
                try list.appendConstructedNode(identifier: .sequence) { kinds in
                    for kind in entry.kinds { try kinds.serialize(ASN1UTF8String(kind)) }
                }
            }
        }
        return serializer.serializedBytes
    }

    private static func entries(_ bytes: [UInt8]) throws -> [PushCertificate.TopicEntry] {
        let root = try DER.parse(bytes)
        if root.identifier == .utf8String { return [.init(topic: try text(root), kinds: [])] }
        return try DER.sequence(root, identifier: .sequence) { nodes in
            var entries: [PushCertificate.TopicEntry] = []
            while let node = nodes.next() {
                guard entries.count < countMax else { throw PushCertificateError.badTopics }
                if node.identifier == .utf8String {
                    entries.append(.init(topic: try text(node), kinds: []))
                } else if let last = entries.popLast(), last.kinds.isEmpty {
                    entries.append(.init(topic: last.topic, kinds: try kinds(node)))
                } else {
                    throw PushCertificateError.badTopics
                }
            }
            return entries
        }
    }

    private static func kinds(_ node: ASN1Node) throws -> [String] {
        try DER.sequence(node, identifier: .sequence) { nodes in
            var kinds: [String] = []
            while let node = nodes.next() {
                guard kinds.count < countMax else { throw PushCertificateError.badTopics }
                kinds.append(try text(node))
            }
            return kinds
        }
    }

    private static func text(_ node: ASN1Node) throws -> String {
        String(try ASN1UTF8String(derEncoded: node))
    }
}

extension DistinguishedName {
    /// Returns the value of the first attribute of the given type.
    func first(_ type: ASN1ObjectIdentifier) -> String? {
        for part in self {
            for attribute in part where attribute.type == type {
                return String(describing: attribute.value)
            }
        }
        return nil
    }
}
