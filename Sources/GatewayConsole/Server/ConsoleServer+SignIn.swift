// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway
import GatewayAPI
import HTTPTypes
import Hummingbird

extension ConsoleServer {
    /// Returns the response to a request for a page from a browser without a session.
    func signIn(_ request: Request) async throws -> Response {
        guard settings.signsInLocally, ConsoleCookie.isLoopback(request) else {
            throw Problem(.keyMissing, "sign in first")
        }
        let (secret, _) = try await gateway.signInLocally()
        var response = Self.redirect(to: request.uri.path)
        response.headers[.setCookie] = ConsoleCookie.setting(secret, isSecure: false)
        return response
    }
}
