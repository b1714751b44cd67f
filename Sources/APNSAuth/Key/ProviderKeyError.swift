// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Why a text is not a usable `.p8` key: what it is instead and how to fix it.
public enum ProviderKeyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text contains no PEM block.
    case notPEM
    /// The PEM block has a beginning but no end, or is not base64.
    case truncated
    case certificate
    case certificateRequest
    case publicKey
    case encrypted
    /// An EC key in the older SEC 1 form.
    case sec1
    /// A key of another kind, for instance RSA.
    case otherAlgorithm(String)
    /// An EC key on another curve than P-256.
    case otherCurve(String)
    /// Another kind of PEM block, given by its label.
    case otherContent(String)
    /// The block can be decoded but is not a key.
    case malformed
    /// A key or team identifier that is not ten capital letters and digits.
    case badIdentifier(name: String, value: String)

    public var description: String {
        switch self {
        case .notPEM:
            "there is no \"-----BEGIN PRIVATE KEY-----\" in it; "
                + "use the AuthKey_….p8 file as downloaded from Apple's developer site"
        case .truncated:
            "the key is cut off or damaged; download or copy the whole .p8 file again, "
                + "from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----"
        case .certificate:
            "this is a certificate, not a key; use the AuthKey_….p8 file"
        case .certificateRequest:
            "this is a certificate signing request, not a key; use the AuthKey_….p8 file"
        case .publicKey:
            "this is a public key; signing needs the private one, the AuthKey_….p8 file"
        case .encrypted:
            "this key is encrypted with a password, which a .p8 of Apple never is; "
                + "decrypt it with: openssl pkcs8 -in FILE -out plain.p8"
        case .sec1:
            "this key has the older EC form; convert it with: openssl pkcs8 -topk8 -nocrypt -in "
                + "FILE -out key.p8"
        case .otherAlgorithm(let name):
            "this is a key for \(name); APNs takes ES256 only, so use the AuthKey_….p8 file (an EC "
                + "key on P-256)"
        case .otherCurve(let name):
            "this key is on the curve \(name); APNs takes P-256 (prime256v1) only, so use the "
                + "AuthKey_….p8 file"
        case .otherContent(let label):
            "this holds \"\(label)\" rather than \"PRIVATE KEY\"; use the AuthKey_….p8 file"
        case .malformed: "the key cannot be read; download the .p8 file again or make a new key"
        case .badIdentifier(let name, let value):
            "\"\(value.prefix(24))\" is not a \(name); it has ten capital letters and digits, such "
                + "as ABC123DEFG"
        }
    }
}
