// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayModel

/// The metadata that an identity provider publishes about itself (OpenID Connect Discovery 1.0
/// section 3).
struct IdentityProviderDescription: Hashable, Sendable {
    /// How the gateway authenticates at the token endpoint.
    enum ClientAuthentication: String, Sendable {
        case basic = "client_secret_basic"
        case post = "client_secret_post"
    }

    let authorizationEndpoint: String
    let tokenEndpoint: String
    let keysAddress: String
    let authentication: ClientAuthentication
    /// Whether the provider names itself in the responses to the browser (RFC 9207).
    let namesItself: Bool

    /// Reads the document.
    ///
    /// - Throws: ``IdentityFault`` if the document is that of another issuer, or lacks a required
    ///   member.
    init(
        _ bytes: [UInt8], issuer: String, rule: IdentityProviderRule
    ) throws(IdentityFault) {
        guard let object = (try? JSONReader.read(bytes))?.value.objectValue else {
            throw .provider("its description is not a JSON object; check the issuer's address")
        }
        guard object["issuer"]?.stringValue == issuer else {
            throw .provider(
                "its description names another issuer; write the issuer exactly as the provider "
                    + "does, with or without a slash at the end")
        }
        authorizationEndpoint = try Self.address("authorization_endpoint", object, rule)
        tokenEndpoint = try Self.address("token_endpoint", object, rule)
        keysAddress = try Self.address("jwks_uri", object, rule)
        let methods = object["token_endpoint_auth_methods_supported"]?.arrayValue?
            .compactMap(\.stringValue)
        // If the document has no such list, the method is client_secret_basic.
        switch methods {
        case nil: authentication = .basic
        case let methods? where methods.contains(ClientAuthentication.basic.rawValue):
            authentication = .basic
        case let methods? where methods.contains(ClientAuthentication.post.rawValue):
            authentication = .post
        default:
            throw .provider(
                "it supports neither client_secret_basic nor client_secret_post; permit one of "
                    + "them for this client")
        }
        namesItself =
            object["authorization_response_iss_parameter_supported"]?.boolValue == true
    }

    private static func address(
        _ key: String, _ object: JSONObject, _ rule: IdentityProviderRule
    ) throws(IdentityFault) -> String {
        guard let text = object[key]?.stringValue else {
            throw .provider("its description lacks \(key)")
        }
        do throws(WebhookURL.Fault) { _ = try rule.check(text) } catch {
            throw .provider("the \(key) of its description \(error)")
        }
        return text
    }
}

/// Why a member cannot be signed in with the identity provider.
enum IdentityFault: Error, Hashable {
    /// The provider does not respond correctly; the text is the cause, as the end of a sentence.
    case provider(String)
    /// The sign-in is refused; the text says what is wrong and what to do.
    case refused(String)
    /// Too many requests to the provider are running.
    case busy
}
