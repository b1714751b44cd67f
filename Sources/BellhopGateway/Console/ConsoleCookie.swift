// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import HTTPTypes
package import Hummingbird

/// The cookie of a console's session.
package enum ConsoleCookie {
    /// The header in which pages send the session's CSRF token. Pages of other websites cannot send
    /// this header.
    package static let csrfHeader = "X-Bellhop-CSRF"
    /// The name with TLS. Browsers accept a cookie with this prefix only from this host, with
    /// `Secure` and for all paths.
    private static let secureName = "__Host-bellhop"
    /// The name without TLS, which is accepted only at a loopback name.
    private static let loopbackName = "bellhop-session"

    /// The names of the cookie of a sign-in with the identity provider.
    private static let (secureIdentityName, loopbackIdentityName) = (
        "__Host-bellhop-identity", "bellhop-identity"
    )

    /// Returns the session's secret in a request; `nil` if there is none.
    static func secret(in request: Request) -> String? {
        value(in: request, secureName, loopbackName)?.text
    }

    /// Returns the secret of a sign-in with the identity provider, and whether the browser uses
    /// TLS; `nil` if there is none.
    package static func identitySecret(
        in request: Request
    ) -> (text: String, isSecure: Bool)? {
        value(in: request, secureIdentityName, loopbackIdentityName)
    }

    private static func value(
        in request: Request, _ secureName: String, _ loopbackName: String
    ) -> (text: String, isSecure: Bool)? {
        let cookies = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }
            .compactMap { pair -> (name: String, value: String)? in
                let parts = pair.trimmingPrefix { $0 == " " }
                    .split(separator: "=", maxSplits: 1)
                return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
            }
        if let secure = cookies.first(where: { $0.name == secureName }) {
            return (secure.value, true)
        }
        guard isLoopback(request) else { return nil }
        return cookies.first { $0.name == loopbackName }.map { ($0.value, false) }
    }

    /// Returns whether a request is for a loopback name of this machine.
    package static func isLoopback(_ request: Request) -> Bool {
        request.head.authority.flatMap { HTTPAuthority($0) }?.isLoopback == true
    }

    /// Returns the value of `Set-Cookie` that stores a session's secret in the browser, until the
    /// browser is closed.
    ///
    /// - Parameter isSecure: whether the browser uses TLS.
    package static func setting(_ secret: String, isSecure: Bool) -> String {
        let name = isSecure ? secureName : loopbackName
        return "\(name)=\(secret); Path=/; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }

    /// Returns the value of `Set-Cookie` that stores the secret of a sign-in with the identity
    /// provider, for the time that a sign-in may take. The cookie is `SameSite=Lax`: with
    /// `SameSite=Strict`, the browser would not send it when the provider's page leads back to the
    /// console.
    package static func settingIdentity(_ secret: String, isSecure: Bool) -> String {
        let name = isSecure ? secureIdentityName : loopbackIdentityName
        return "\(name)=\(secret); Path=/; HttpOnly; SameSite=Lax; "
            + "Max-Age=\(Gateway.identityCookieSecondsMax)" + (isSecure ? "; Secure" : "")
    }

    /// The values of `Set-Cookie` that remove the secret of a sign-in.
    package static let removingIdentity = [
        "\(secureIdentityName)=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0",
        "\(loopbackIdentityName)=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0",
    ]

    /// The values of `Set-Cookie` that remove the session's secret from the browser.
    package static let removing = [
        "\(secureName)=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0",
        "\(loopbackName)=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0",
    ]
}
