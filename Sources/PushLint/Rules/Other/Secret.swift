// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Recognizes secrets by their format or by their key.
enum Secret {
    /// Returns the kind of secret that a text contains, for instance `a private key`; `nil` if the
    /// text contains no secret.
    static func kind(of text: String, key: String) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.count >= byteCountMin else { return nil }
        if bytes.contains(UInt8(ascii: "-")), text.contains("PRIVATE KEY-----") {
            return "a private key"
        }
        if let kind = kindOfWord(in: bytes) { return kind }
        if bytes[0] | 0x20 == UInt8(ascii: "b"), isAuthorization(text) {
            return "the value of an authorization header"
        }
        if bytes.contains(UInt8(ascii: ":")), hasCredentials(url: text) {
            return "a URL with credentials"
        }
        guard key.utf8.count <= keyByteCountMax else { return nil }
        return keys[KeySpelling.plainText(key)].flatMap {
            isPlaceholder(text) ? nil : $0
        }
    }

    /// The minimum length of a secret, in bytes.
    private static let byteCountMin = 4

    /// The maximum length of a key that is compared with the keys below, in bytes.
    private static let keyByteCountMax = 24

    /// Keys whose values are secrets, in lower case and without hyphens.
    private static let keys = [
        "password": "a password", "passwd": "a password", "passphrase": "a passphrase",
        "userpassword": "a password", "secret": "a secret", "clientsecret": "a secret",
        "apisecret": "a secret", "secretkey": "a secret key", "privatekey": "a private key",
        "apikey": "an API key", "accesstoken": "an access token", "authtoken": "an access token",
        "bearertoken": "an access token", "idtoken": "an access token",
        "refreshtoken": "a refresh token", "sessiontoken": "a session token",
        "cvv": "a card security code", "ssn": "a social security number",
    ]

    /// Returns whether a text is a placeholder for a secret, or only states whether there is a
    /// secret.
    private static func isPlaceholder(_ text: String) -> Bool {
        let first = text.first ?? " "
        return "<{$%[*".contains(first) || text.contains { $0.isWhitespace }
            || Set(text).count <= 1
            || ["true", "false", "none", "null", "required", "changed", "expired", "redacted"]
                .contains(text.lowercased())
    }

    /// Prefixes of API keys that services issue, each with the minimum length of such a key in
    /// bytes.
    private static let prefixes: [(bytes: [UInt8], byteCountMin: Int, kind: String)] = [
        ("ghp_", 40, "a GitHub token"), ("gho_", 40, "a GitHub token"),
        ("ghs_", 40, "a GitHub token"), ("github_pat_", 40, "a GitHub token"),
        ("glpat-", 26, "a GitLab token"), ("xoxb-", 24, "a Slack token"),
        ("xoxp-", 24, "a Slack token"), ("sk_live_", 24, "a Stripe key"),
        ("rk_live_", 24, "a Stripe key"), ("AIza", 39, "a Google API key"),
        ("sk-ant-", 40, "an API key"), ("SG.", 60, "a SendGrid key"), ("npm_", 40, "an npm token"),
    ].map { (Array($0.0.utf8), $0.1, $0.2) }

    private static func kindOfWord(in bytes: [UInt8]) -> String? {
        for word in bytes.split(whereSeparator: { !isWordByte($0) }) where word.count >= 20 {
            if isWebToken(word) { return "a JSON Web Token" }
            if word.count == 20, word.starts(with: "AKIA".utf8),
                word.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) })
            {
                return "an AWS access key"
            }
            for prefix in prefixes
            where word.count >= prefix.byteCountMin && word.starts(with: prefix.bytes) {
                return prefix.kind
            }
        }
        return nil
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// Returns whether a word is a JSON Web Token (RFC 7519): three base64url parts, of which the
    /// first two begin like a JSON object.
    private static func isWebToken(_ word: ArraySlice<UInt8>) -> Bool {
        guard word.starts(with: "eyJ".utf8) else { return false }
        let parts = word.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 3 && parts[1].starts(with: "eyJ".utf8) && parts[2].count >= 16
    }

    /// Returns whether a text is the word `Bearer` or `Basic`, followed by credentials (RFC 9110
    /// section 11.4).
    private static func isAuthorization(_ text: String) -> Bool {
        let parts = text.split(separator: " ")
        guard parts.count == 2, parts[1].utf8.count >= 16,
            ["bearer", "basic"].contains(parts[0].lowercased())
        else { return false }
        return parts[1].utf8.allSatisfy {
            isWordByte($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
                || $0 == UInt8(ascii: "=")
        }
    }

    /// Returns whether a URL is of the form `https://name:password@host`, or has a query with a
    /// token.
    private static func hasCredentials(url text: String) -> Bool {
        guard let scheme = text.firstRange(of: "://") else { return false }
        let rest = text[scheme.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" && !$0.isWhitespace }
        if let at = authority.lastIndex(of: "@"),
            let colon = authority[..<at].firstIndex(of: ":"),
            authority.index(after: colon) < at
        {
            return true
        }
        guard let query = rest.firstIndex(of: "?") else { return false }
        return rest[query...].dropFirst().split(separator: "&").contains { field in
            let parts = field.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[1].utf8.count >= 8 else { return false }
            let value = String(parts[1])
            return keys[KeySpelling.plainText(String(parts[0]))] != nil
                && !isPlaceholder(value)
        }
    }
}
