// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSProvider
import APNSWire
import GatewayModel

/// The identity provider with which members of the console sign in by OpenID Connect.
public struct OpenIDConnect: Sendable {
    /// The maximum size of the issuer, the client's identifier and its secret, in bytes.
    static let byteCountMax = 2048
    /// The maximum length of the name on the button, in characters.
    static let nameCountMax = 64

    /// Why the values are not accepted: what is wrong, and what to do.
    public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        public let description: String
    }

    /// The address of the provider, exactly as its ID tokens contain it in `iss`.
    public let issuer: String
    /// The identifier of the gateway at the provider.
    public let clientID: String
    /// The client secret with which the gateway authenticates itself to the identity provider.
    let clientSecret: String
    /// The name on the sign-in button, such as the name of the company.
    public let name: String
    /// Whether the provider may be on this machine itself, also without TLS.
    let allowsLoopback: Bool
    /// The certificate authorities that the gateway trusts for the provider. Default: those of the
    /// machine.
    public var trustRoots = TrustRoots.system

    /// - Parameters:
    ///   - issuer: an https address without a query.
    ///   - allowsLoopback: whether the provider may be on this machine itself, also without TLS;
    ///     for development.
    /// - Throws: ``Fault`` if a value cannot be used.
    public init(
        issuer: String, clientID: String, clientSecret: String, name: String = "OpenID Connect",
        allowsLoopback: Bool = false
    ) throws(Fault) {
        do throws(WebhookURL.Fault) {
            _ = try WebhookURL(issuer, allowsLoopback: allowsLoopback, use: .identityProvider)
        } catch { throw Fault(description: "the issuer \(error)") }
        guard !issuer.contains("?") else {
            throw Fault(description: "the issuer has a query; write the provider's address only")
        }
        for (what, text) in [("identifier", clientID), ("secret", clientSecret)] {
            let isPrintable = text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
            guard isPrintable, (1...Self.byteCountMax).contains(text.utf8.count) else {
                throw Fault(
                    description: "the \(what) of the client must have 1 to "
                        + "\(Self.byteCountMax) characters of ASCII; copy it from the provider")
            }
        }
        guard (1...Self.nameCountMax).contains(name.count) else {
            throw Fault(
                description: "the provider's name must have 1 to "
                    + "\(Self.nameCountMax) characters; choose another one")
        }
        self.issuer = issuer
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.name = name
        self.allowsLoopback = allowsLoopback
    }

    /// The address of the provider's description of itself (OpenID Connect Discovery 1.0
    /// section 4).
    var discoveryAddress: String {
        (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer)
            + "/.well-known/openid-configuration"
    }

    /// The rule that decides to which addresses the gateway connects.
    var addressRule: IdentityProviderRule {
        let url = try? WebhookURL(issuer, allowsLoopback: allowsLoopback, use: .identityProvider)
        return IdentityProviderRule(issuerHost: url?.host ?? "", allowsLoopback: allowsLoopback)
    }
}

extension OpenIDConnect: CustomStringConvertible, CustomReflectable {
    public var description: String { "OpenID Connect with \(issuer)" }
    public var customMirror: Mirror { Mirror(self, children: ["issuer": issuer]) }
}

/// The rule that decides to which addresses the gateway connects for signing in.
///
/// The operator has chosen the issuer, whose host may be in the operator's own network. The
/// addresses in the provider's description are the provider's choice: on hosts other than the
/// issuer's, they must be public addresses.
struct IdentityProviderRule: Hashable, Sendable {
    let issuerHost: String
    let allowsLoopback: Bool

    /// Reads an address.
    ///
    /// - Throws: the end of a sentence that says why it is not accepted.
    func check(_ address: String) throws(WebhookURL.Fault) -> WebhookURL {
        try WebhookURL(address, allowsLoopback: allowsLoopback, use: .identityProvider)
    }

    /// Returns whether requests may be sent to an address to which the host of a URL resolves.
    func permits(_ address: InternetAddress, for url: WebhookURL) -> Bool {
        switch address.reach {
        case .everywhere: url.isSecure
        case .loopback: allowsLoopback
        case .elsewhere: url.isSecure && url.host == issuerHost
        }
    }
}
