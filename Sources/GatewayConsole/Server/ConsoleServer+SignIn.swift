// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway
import GatewayAPI
import HTTPTypes
import Hummingbird
import NIOCore

extension ConsoleServer {
    /// The maximum size of a body of these paths, in bytes.
    private static let bodyByteCountMax = 16 * 1024

    static let signInPage = ConsolePage(
        "/console/sign-in", title: "sign_in.title", section: nil, template: "sign-in",
        scripts: ["sign-in.js"], strings: ["sign-in"])
    static let joinPage = ConsolePage(
        "/console/join", title: "join.title", section: nil, template: "join",
        scripts: ["join.js"], strings: ["sign-in"])

    /// Returns the response to a request for a page from a browser without a session: on
    /// `bellhop up`, a session for the person at this machine; otherwise the page for signing in.
    func signIn(_ request: Request) throws -> Response {
        guard settings.signsInLocally, ConsoleCookie.isLoopback(request) else {
            return Self.redirect(
                to: Self.signInPage.path + "?to=" + PercentCoding.encode(request.uri.path))
        }
        var response = Self.redirect(to: request.uri.description)
        response.headers[.setCookie] = ConsoleCookie.setting(
            gateway.signInLocally(), isSecure: false)
        return response
    }

    func addSignIn(to router: Router<GatewayContext>) {
        router.get(RouterPath(Self.signInPage.path)) { _, _ in
            try signInPage(status: .ok)
        }
        router.get(RouterPath(Self.joinPage.path)) { _, _ in
            try render(Self.joinPage.template, view(of: Self.joinPage, for: nil), status: .ok)
        }
        router.post("/console/session") { request, context in
            let form = try SignInRequest(reading: try await body(of: request))
            let secret = try await gateway.signIn(form, from: address(context))
            return try started(secret, request)
        }
        router.delete("/console/session") { request, _ in
            _ = try await gateway.consoleKey(for: request)
            try await gateway.signOut(request)
            var response = Response(status: .noContent)
            for value in ConsoleCookie.removing {
                response.headers.append(HTTPField(name: .setCookie, value: value))
            }
            return response
        }
        router.post("/console/password") { request, context in
            let session = try await gateway.checkedConsoleSession(for: request)
            let form = try PasswordChangeRequest(reading: try await body(of: request))
            let secret = try await gateway.changePassword(
                form, of: session, from: address(context))
            return try started(secret, request)
        }
        router.post("/console/join") { request, context in
            let form = try JoinRequest(reading: try await body(of: request))
            guard let password = form.password else {
                return try Self.json(
                    try await gateway.joiningMember(form.secret, from: address(context)))
            }
            let secret = try await gateway.join(
                form.secret, password: password, from: address(context))
            return try started(secret, request)
        }
    }

    func address(_ context: GatewayContext) -> ClientAddress? {
        context.remoteAddress.map { ClientAddress($0) }
    }

    /// Returns the response to a sign-in: the cookie of a new session.
    private func started(_ secret: String, _ request: Request) throws -> Response {
        var response = Response(status: .noContent, headers: [.cacheControl: "no-store"])
        response.headers[.setCookie] = ConsoleCookie.setting(
            secret, isSecure: Self.isSecure(request))
        return response
    }

    /// Returns whether the page that sends a POST was loaded with TLS.
    ///
    /// Browsers send the origin of the page with a POST. A page that was loaded with TLS has an
    /// https origin, also behind a proxy that ends TLS.
    static func isSecure(_ request: Request) -> Bool {
        request.headers[.origin]?.lowercased().hasPrefix("https://") == true
    }

    /// Returns the body of a request to sign in.
    ///
    /// - Throws: `Problem` if the body is not declared as JSON (a form of another website cannot
    ///   declare this), or if the browser would send the password or the cookie without encryption.
    func body(of request: Request) async throws -> [UInt8] {
        let type = request.headers[.contentType]?.lowercased() ?? ""
        guard type.hasPrefix("application/json") else {
            throw Problem(
                .contentTypeNotSupported,
                "signing in takes JSON; set the header Content-Type to application/json")
        }
        let origin = request.headers[.origin]?.lowercased()
        guard ConsoleCookie.isLoopback(request) || origin?.hasPrefix("https://") == true else {
            throw Problem(
                .originNotAllowed,
                "the console needs TLS except on this machine; put a proxy with TLS in front of "
                    + "the gateway, or use an SSH tunnel to a loopback address")
        }
        let buffer = try await request.body.collect(upTo: Self.bodyByteCountMax)
        return Array(buffer.readableBytesView)
    }

    static func json(_ value: some Encodable) throws -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try GatewayJSON.encodeLine(value))))
    }
}
