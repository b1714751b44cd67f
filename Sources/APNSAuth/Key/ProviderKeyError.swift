// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a text is not a usable `.p8` key. It states what the text contains instead, and
/// how to fix it.
public enum ProviderKeyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text contains no PEM block.
    case notPEM
    /// The PEM block has a beginning but no end, or is not base64.
    case truncated
    case certificate
    case certificateRequest
    case publicKey
    case encrypted
    /// The PEM block contains an EC key in the older SEC 1 form.
    case sec1
    /// The PEM block contains a key of another kind, for instance RSA.
    case otherAlgorithm(String)
    /// The PEM block contains an EC key on a curve other than P-256.
    case otherCurve(String)
    /// The PEM block is of another kind. The associated value is the block's label.
    case otherContent(String)
    /// The block can be decoded but is not a key.
    case malformed
    /// A key or team identifier does not consist of ten capital letters and digits.
    case badIdentifier(name: String, value: String)

    public var description: String {
        switch self {
        case .notPEM:
            "the file does not contain \"-----BEGIN PRIVATE KEY-----\"; use the AuthKey_….p8 file "
                + "as downloaded from Apple's developer site"
        case .truncated:
            "the key is incomplete or damaged; download or copy the whole .p8 file again, from "
                + "-----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----"
        case .certificate:
            "this is a certificate, not a key; use the AuthKey_….p8 file"
        case .certificateRequest:
            "this is a certificate signing request, not a key; use the AuthKey_….p8 file"
        case .publicKey:
            "this is a public key, but signing requires the private key; use the AuthKey_….p8 file"
        case .encrypted:
            "this key is encrypted with a password, but Apple's .p8 files are not; decrypt it "
                + "with: openssl pkcs8 -in FILE -out plain.p8"
        case .sec1:
            "this key has the older EC format; convert it with: openssl pkcs8 -topk8 -nocrypt -in "
                + "FILE -out key.p8"
        case .otherAlgorithm(let name):
            "this is a key for \(name), but APNs accepts only ES256; use the AuthKey_….p8 file (an "
                + "EC key on P-256)"
        case .otherCurve(let name):
            "this key uses the curve \(name), but APNs accepts only P-256 (prime256v1); use the "
                + "AuthKey_….p8 file"
        case .otherContent(let label):
            "this file contains \"\(label)\" instead of \"PRIVATE KEY\"; use the AuthKey_….p8 file"
        case .malformed: "the key cannot be read; download the .p8 file again or create a new key"
        case .badIdentifier(let name, let value):
            "\"\(value.prefix(24))\" is not a \(name); a \(name) consists of ten capital letters "
                + "and digits, as in ABC123DEFG"
        }
    }
}
