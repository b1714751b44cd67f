// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A provider token that is parsed but not verified. It is used for inspection, and as the first
/// step of verification.
public struct UnverifiedProviderToken: Sendable {
    public let header: JSONObject
    public let claims: JSONObject
    public let signature: [UInt8]
    /// The text that was signed: the first two parts, joined by a full stop.
    public let signedText: String
    /// Descriptions of irregularities that APNs is known or believed to accept, but that a strict
    /// parser would reject.
    public let oddities: [String]

    /// Parses the text.
    ///
    /// - Throws: ``ProviderTokenFormatError`` when the text does not have the form of a JWT.
    public init(_ text: some StringProtocol) throws(ProviderTokenFormatError) {
        let parts = text.split(separator: Character("."), omittingEmptySubsequences: false).map {
            String($0)
        }
        guard parts.count == 3 else { throw .parts(parts.count) }
        header = try Self.object(parts[0], name: "header")
        claims = try Self.object(parts[1], name: "claims")
        guard let signature = Base64URL.decodeLeniently(parts[2]), !signature.isEmpty else {
            throw .notBase64("signature")
        }
        self.signature = signature
        signedText = parts[0] + "." + parts[1]
        var oddities: [String] = []
        if text.contains(where: { "+/=".contains($0) }) {
            oddities.append("the token contains padding, or base64 instead of base64url")
        }
        if claims["iat"]?.stringValue != nil { oddities.append("iat is a string") }
        if claims["kid"] != nil {
            oddities.append("kid is in the claims, but belongs in the header")
        }
        if signature.count != 64, signature.first == 0x30 {
            oddities.append("the signature is ASN.1 DER")
        }
        self.oddities = oddities
    }

    private static func object(
        _ part: String, name: String
    ) throws(ProviderTokenFormatError) -> JSONObject {
        guard let bytes = Base64URL.decodeLeniently(part) else { throw .notBase64(name) }
        guard let object = (try? JSONReader.read(bytes))?.value.objectValue else {
            throw .notObject(name)
        }
        return object
    }

    /// `alg`: the signature algorithm, which must be ES256.
    public var algorithm: String? { header["alg"]?.stringValue }
    /// `kid`: the ID of the key that signed the token.
    public var keyID: String? { header["kid"]?.stringValue }
    /// `iss`: the ID of the team to which the key belongs.
    public var teamID: String? { claims["iss"]?.stringValue }
    /// `iat`: the time when the token was signed, as a number or as digits in a string. A date
    /// outside the years 1 to 9999 is treated as missing.
    public var issuedAt: Date? {
        let seconds = claims["iat"]?.doubleValue ?? claims["iat"]?.stringValue.flatMap(Double.init)
        return seconds.flatMap { Date(checkingEpochSeconds: $0) }
    }
}

/// The reason why a text does not have the form of a provider token.
public enum ProviderTokenFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    case parts(Int)
    case notBase64(String)
    case notObject(String)

    public var description: String {
        switch self {
        case .parts(let count):
            "a provider token has three parts joined by periods, but this has \(count); check that "
                + "it is complete"
        case .notBase64(let part):
            "the \(part) is not base64url text; check that the token is complete"
        case .notObject(let part):
            "the \(part) is not a JSON object; check that this is a provider token"
        }
    }
}
