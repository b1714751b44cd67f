// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import GatewayAPI
public import HTTPTypes
public import Hummingbird

/// Refuses requests that a website makes a browser send: to a name that is not this server's (DNS
/// rebinding), and changes that come from another origin.
///
/// Browsers send `Origin` with every change, other programs do not; so `curl` is not affected. Put
/// it on the router before all routes, the pages' included.
public struct HostOriginMiddleware<Context: RequestContext>: RouterMiddleware {
    private let hosts: Set<String>

    /// - Parameter hosts: names without port that lead here besides those of this machine itself.
    public init(hosts: [String] = []) {
        self.hosts = Set(hosts.map { $0.lowercased() }).union(HTTPAuthority.loopbackNames)
    }

    public func handle(
        _ request: Request, context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        // HTTPTypes takes the first one out of the fields (RFC 9112 section 3.2).
        if let host = HTTPField.Name("Host"), request.headers[host] != nil {
            throw Problem(.hostRepeated, "there is more than one Host header; send one")
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

    /// The decision: why a request with these values is refused; `nil` when it is not.
    public func problem(
        method: HTTPRequest.Method, authority: String?, origin: String?, fetchSite: String?
    ) -> Problem? {
        guard let authority, let name = HTTPAuthority(authority)?.name, hosts.contains(name) else {
            return Problem(
                .hostNotAllowed,
                "this gateway is not known by that name; use 127.0.0.1 or localhost, or start it "
                    + "with the name"
            )
        }
        if [.get, .head, .options].contains(method) { return nil }
        let isOtherOrigin =
            origin.map { Self.authority(ofOrigin: $0) != authority.lowercased() } ?? false
        let isOtherSite = fetchSite.map { $0 != "same-origin" && $0 != "none" } ?? false
        guard isOtherOrigin || isOtherSite else { return nil }
        return Problem(
            .originNotAllowed,
            "a page of another website cannot send this; send it from the console or a program")
    }

    private static func authority(ofOrigin origin: String) -> String? {
        for scheme in ["http://", "https://"] where origin.lowercased().hasPrefix(scheme) {
            return String(origin.dropFirst(scheme.count)).lowercased()
        }
        return nil
    }
}
