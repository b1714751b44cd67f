// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import GatewayAPI
public import HTTPTypes
public import Hummingbird

/// Rejects requests that a website makes a browser send: requests for a host name that is not this
/// server's (DNS rebinding), and changes that come from another origin.
///
/// Browsers send `Origin` with every change and other programs do not, so `curl` is not affected.
/// Add this middleware to the router before all routes, including the routes of pages.
public struct HostOriginMiddleware<Context: RequestContext>: RouterMiddleware {
    private let hosts: Set<String>

    /// - Parameter hosts: the names of this server, without ports, in addition to the loopback
    ///   names of the machine.
    public init(hosts: [String] = []) {
        self.hosts = Set(hosts.map { $0.lowercased() }).union(HTTPAuthority.loopbackNames)
    }

    public func handle(
        _ request: Request, context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        // HTTPTypes removes the first Host field, so a field that is left is a second one (RFC 9112
        // section 3.2).
        if let host = HTTPField.Name("Host"), request.headers[host] != nil {
            throw Problem(.hostRepeated, "the request has more than one Host header; send only one")
        }
        if let problem = problem(
            method: request.method, authority: request.head.authority,
            origin: request.headers[.origin],
            fetchSite: HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] })
        {
            throw problem
        }
        return try await next(request, context)
    }

    /// Returns the problem with which a request with these values is rejected; `nil` if the request
    /// is permitted.
    public func problem(
        method: HTTPRequest.Method, authority: String?, origin: String?, fetchSite: String?
    ) -> Problem? {
        guard let authority, let name = HTTPAuthority(authority)?.name, hosts.contains(name) else {
            return Problem(
                .hostNotAllowed,
                "the Host header is not a name of this gateway; use 127.0.0.1 or localhost, or "
                    + "start the gateway with --host-name NAME"
            )
        }
        if [.get, .head, .options].contains(method) { return nil }
        let isOtherOrigin =
            origin.map { Self.authority(ofOrigin: $0) != authority.lowercased() } ?? false
        let isOtherSite = fetchSite.map { $0 != "same-origin" && $0 != "none" } ?? false
        guard isOtherOrigin || isOtherSite else { return nil }
        return Problem(
            .originNotAllowed,
            "a page of another website cannot send this request; send it from the gateway's own "
                + "page or from a program")
    }

    private static func authority(ofOrigin origin: String) -> String? {
        for scheme in ["http://", "https://"] where origin.lowercased().hasPrefix(scheme) {
            return String(origin.dropFirst(scheme.count)).lowercased()
        }
        return nil
    }
}
