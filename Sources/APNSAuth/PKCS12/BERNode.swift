// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

/// An ASN.1 node in the basic encoding rules (BER), which some programs use for `.p12` files. Every
/// unexpected structure causes the error ``PKCS12Error/malformed``.
struct BERNode {
    private let node: ASN1Node

    init(_ node: ASN1Node) { self.node = node }

    init(reading bytes: [UInt8]) throws(PKCS12Error) {
        do { node = try BER.parse(bytes) } catch { throw .malformed }
    }

    var isInteger: Bool { node.identifier == .integer }

    /// Returns the members of a sequence, a set or an explicit tag.
    func children() throws(PKCS12Error) -> [BERNode] {
        guard case .constructed(let nodes) = node.content else { throw .malformed }
        return nodes.map { BERNode($0) }
    }

    /// Returns the only member of an explicit tag with this number.
    func tagged(_ number: UInt) throws(PKCS12Error) -> BERNode {
        guard node.identifier == .init(tagWithNumber: number, tagClass: .contextSpecific) else {
            throw .malformed
        }
        let nodes = try children()
        guard nodes.count == 1 else { throw .malformed }
        return nodes[0]
    }

    func identifier() throws(PKCS12Error) -> ASN1ObjectIdentifier {
        do { return try ASN1ObjectIdentifier(berEncoded: node) } catch { throw .malformed }
    }

    /// Returns the bytes of an octet string in either encoding, primitive or constructed.
    func octets() throws(PKCS12Error) -> [UInt8] {
        do { return Array(try ASN1OctetString(berEncoded: node).bytes) } catch { throw .malformed }
    }

    /// Returns the bytes of an octet string with this implicit tag number.
    func implicitOctets(_ number: UInt) throws(PKCS12Error) -> [UInt8] {
        let tag = ASN1Identifier(tagWithNumber: number, tagClass: .contextSpecific)
        do {
            return Array(try ASN1OctetString(berEncoded: node, withIdentifier: tag).bytes)
        } catch { throw .malformed }
    }

    func integer() throws(PKCS12Error) -> Int {
        do { return try Int(berEncoded: node) } catch { throw .malformed }
    }

    /// Returns the object identifier and the parameters of an AlgorithmIdentifier (RFC 5280 section
    /// 4.1.1.2).
    func algorithm() throws(PKCS12Error) -> (ASN1ObjectIdentifier, BERNode?) {
        let parts = try children()
        guard let name = parts.first, parts.count <= 2 else { throw .malformed }
        return (try name.identifier(), parts.count == 2 ? parts[1] : nil)
    }

    /// The bytes of the node including its tag and length.
    var encoded: [UInt8] { Array(node.encodedBytes) }
}
