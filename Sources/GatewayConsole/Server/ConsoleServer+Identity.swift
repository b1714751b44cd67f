// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway
import GatewayAPI
import HTTPTypes
import Hummingbird

/// Signing in with the identity provider: the URL that the page opens, and the browser's return.
extension ConsoleServer {
    static let signedInPage = ConsolePage(
        Gateway.identityCallbackPath, title: "signed_in.title", section: nil,
        template: "signed-in", scripts: ["signed-in.js"], strings: ["sign-in"])

    /// The response that contains the provider's URL, which the page then opens.
    private struct Beginning: Encodable {
        let url: String
    }

    /// Returns the page for signing in.
    ///
    /// - Parameter problem: why signing in with the provider failed, and what to do.
    func signInPage(
        status: HTTPResponse.Status, problem: String? = nil
    ) throws -> Response {
        var view = view(of: Self.signInPage, for: nil)
        if let name = gateway.identityProviderName { view["provider"] = name }
        if let problem { view["problem"] = problem }
        return try render(Self.signInPage.template, view, status: status)
    }

    func addIdentity(to router: Router<GatewayContext>) {
        router.post("/console/identity") { request, _ in
            _ = try await body(of: request)
            let isSecure = Self.isSecure(request)
            let (url, secret) = try await gateway.beginIdentitySignIn(
                redirectURI: Self.redirectURI(request, isSecure: isSecure))
            var response = try Self.json(Beginning(url: url))
            response.headers[.setCookie] = ConsoleCookie.settingIdentity(
                secret, isSecure: isSecure)
            return response
        }
        router.get(RouterPath(Self.signedInPage.path)) { request, context in
            try await returned(request, context)
        }
    }

    /// Responds to the browser that returns from the provider.
    ///
    /// The response is a page, not a redirect: after a redirect, the browser would not send the
    /// session's cookie, because the navigation began on the provider's page.
    private func returned(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let cookie = ConsoleCookie.identitySecret(in: request)
        let isSecure = cookie?.isSecure ?? false
        var response: Response
        do {
            let secret = try await gateway.finishIdentitySignIn(
                query: request.uri.query ?? "", secret: cookie?.text,
                redirectURI: Self.redirectURI(request, isSecure: isSecure),
                from: address(context))
            response = try render(
                Self.signedInPage.template, view(of: Self.signedInPage, for: nil), status: .ok)
            response.headers.append(
                HTTPField(
                    name: .setCookie, value: ConsoleCookie.setting(secret, isSecure: isSecure)))
        } catch {
            let problem = Problem(describing: error)
            response = try signInPage(
                status: HTTPResponse.Status(code: problem.status), problem: problem.detail)
        }
        for value in ConsoleCookie.removingIdentity {
            response.headers.append(HTTPField(name: .setCookie, value: value))
        }
        return response
    }

    /// The redirect URI, with the host by which the browser knows the gateway.
    private static func redirectURI(_ request: Request, isSecure: Bool) -> String {
        (isSecure ? "https://" : "http://") + (request.head.authority ?? "")
            + Gateway.identityCallbackPath
    }
}
