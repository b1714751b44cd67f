// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SwiftASN1

/// Reads a provisioning profile, which is a property list in a CMS envelope (RFC 5652 section 5.1),
/// encoded in DER or BER. The signature is not verified, because no decision depends on it.
enum ProfileFile {
    /// - Throws: ``PlistError`` if the envelope or the property list inside is invalid.
    static func read(_ source: SourceText) throws(PlistError) -> ProvisioningProfile {
        let content = SourceText(name: source.name, bytes: try content(of: source.bytes))
        let value: PlistValue
        do throws(PlistError) {
            value = try PlistNode(reading: content).value
        } catch {
            throw PlistError("the profile's property list cannot be read: \(error)")
        }
        guard let entitlements = value["Entitlements"], entitlements.dictionary != nil else {
            throw PlistError("the profile contains no entitlements")
        }
        var profile = ProvisioningProfile(
            path: source.name, name: value["Name"]?.string ?? "",
            uuid: value["UUID"]?.string ?? "", entitlements: entitlements)
        profile.teamID = value["TeamIdentifier"]?.strings.first
        profile.applicationID =
            (entitlements["application-identifier"]
            ?? entitlements["com.apple.application-identifier"])?.string
        if case .date(let date) = value["ExpirationDate"] { profile.expires = date }
        profile.deviceCount = value["ProvisionedDevices"]?.array?.count
        profile.isForAllDevices = value["ProvisionsAllDevices"]?.bool ?? false
        return profile
    }

    private static let signedData: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 7, 2]

    /// Returns the content of the CMS envelope.
    private static func content(of bytes: [UInt8]) throws(PlistError) -> [UInt8] {
        // A profile that a person has already decoded is a plain property list.
        if bytes.starts(with: Array("<?xml".utf8)) { return bytes }
        do {
            let content = try BER.sequence(try BER.parse(bytes), identifier: .sequence) { fields in
                guard try ASN1ObjectIdentifier(berEncoded: &fields) == signedData else {
                    throw PlistError("the profile's CMS envelope is not signed data")
                }
                return try BER.explicitlyTagged(
                    &fields, tagNumber: 0, tagClass: .contextSpecific, enclosed)
            }
            return content
        } catch let error as PlistError {
            throw error
        } catch {
            throw PlistError("the profile's CMS envelope is damaged")
        }
    }

    /// Returns the content of CMS signed data. Its fields are the version, the digest algorithms,
    /// the content and others.
    private static func enclosed(_ node: ASN1Node) throws -> [UInt8] {
        try BER.sequence(node, identifier: .sequence) { fields in
            _ = fields.next()
            _ = fields.next()
            guard let info = fields.next() else { throw PlistError("the profile is empty") }
            while fields.next() != nil {}
            return try BER.sequence(info, identifier: .sequence) { parts in
                _ = parts.next()
                // The explicit tag 0 encloses the content.
                guard let tagged = parts.next(), case .constructed(let inner) = tagged.content,
                    tagged.identifier
                        == ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific),
                    let text = inner.first(where: { _ in true })
                else { throw PlistError("the profile is empty") }
                return Array(try ASN1OctetString(berEncoded: text).bytes)
            }
        }
    }
}
