// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import Foundation
public import GatewayAPI

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A Bellhop gateway as the app's server: the calls below `/v1/device/`.
///
/// ```swift
/// HTTPBackend(URL(string: "https://push.example.com")!, clientKey: "bhc_…")
/// ```
///
/// The backend follows no redirects, because a redirect could send the installation's secret to
/// another server. It stores no cookies and no cache. It can be used in extensions.
public struct HTTPBackend: DeviceBackend {
    /// The limits of a call.
    public struct Limits: Hashable, Sendable {
        /// The maximum time from the request to the end of the response; 15 seconds by default. In
        /// an extension, set 2 or 3 seconds.
        public var timeout: Duration = .seconds(15)
        /// The maximum size of a response's body in bytes; 4 MiB by default. A page of 100 messages
        /// has about half a megabyte.
        public var responseByteCountMax = 4 << 20

        public init() {}
    }

    private let url: URL
    private let clientKey: String
    private let transport: HTTPTransport

    /// - Parameters:
    ///   - url: the gateway's base URL. It must use HTTPS, unless the host is this machine
    ///     (`localhost`, `127.0.0.1`, `[::1]`); any other URL makes each call throw
    ///     ``BackendError/Kind/misconfigured``.
    ///   - clientKey: the app's client key. It is not a secret: every copy of the app contains it,
    ///     and it permits only these calls.
    public init(_ url: URL, clientKey: String, limits: Limits = Limits()) {
        self.url = url
        self.clientKey = clientKey
        transport = HTTPTransport(limits: limits)
    }

    public func register(
        _ registration: DeviceRegistration, as installation: Installation
    ) async throws {
        let body = try GatewayJSON.encode(registration)
        _ = try await call("PUT", installation, body: body)
    }

    public func unregister(_ installation: Installation) async throws {
        do { _ = try await call("DELETE", installation) } catch let error as BackendError
            where error.kind == .refused(status: 404)
        {
            // The server does not know the installation, so there is nothing to delete.
        }
    }

    public func messages(
        after cursor: String?, for installation: Installation
    ) async throws -> DeviceMessagePage {
        let query = cursor.map { "after=" + PercentCoding.encode($0) }
        let response = try await call("GET", installation, "/messages", query: query)
        do { return try GatewayJSON.decode(DeviceMessagePage.self, from: response.body) } catch {
            throw BackendError(
                .responseUnreadable,
                "the app's server responded with status \(response.status), but the body is not a "
                    + "page of messages. Check that the URL is that of a Bellhop gateway.")
        }
    }

    public func send(_ receipts: [Receipt], from installation: Installation) async throws {
        let body = try GatewayJSON.encode(ReceiptBatch(receipts: receipts))
        _ = try await call("POST", installation, "/receipts", body: body)
    }

    public func topics(of installation: Installation) async throws -> [TopicState] {
        let response = try await call("GET", installation, "/topics")
        do {
            return try GatewayJSON.decode(TopicStateList.self, from: response.body).topics
        } catch {
            throw BackendError(
                .responseUnreadable,
                "the app's server responded with status \(response.status), but the body is not a "
                    + "list of topics. Check that the URL is that of a Bellhop gateway.")
        }
    }

    public func decide(
        _ decision: TopicDecision, topic: String, for installation: Installation
    ) async throws {
        let body = try GatewayJSON.encode(decision)
        _ = try await call(
            "PUT", installation, "/topics/" + PercentCoding.encode(topic), body: body)
    }

    private func call(
        _ method: String, _ installation: Installation, _ path: String = "", query: String? = nil,
        body: Data? = nil
    ) async throws -> BackendResponse {
        let path = "/v1/device/installations/" + PercentCoding.encode(installation.id) + path
        var request = URLRequest(url: try address(path, query: query))
        request.httpMethod = method
        request.setValue(
            "Bearer " + (try headerValue(clientKey)), forHTTPHeaderField: "Authorization")
        request.setValue(
            try headerValue(installation.secret),
            forHTTPHeaderField: "Bellhop-Installation-Secret")
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        if let body {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = body
        }
        let response = try await transport.send(request)
        guard (200..<300).contains(response.status) else { throw response.refusal }
        return response
    }

    private func address(_ path: String, query: String?) throws -> URL {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let host = parts.host, !host.isEmpty
        else { throw misconfigured("the server's URL has no host. Set a complete URL.") }
        guard parts.scheme == "https" || (parts.scheme == "http" && Self.isLoopback(host)) else {
            throw misconfigured(
                "the scheme of the server's URL is not https. Only localhost may use http.")
        }
        parts.user = nil
        parts.password = nil
        parts.fragment = nil
        while parts.percentEncodedPath.hasSuffix("/") { parts.percentEncodedPath.removeLast() }
        parts.percentEncodedPath += path
        parts.percentEncodedQuery = query
        guard let address = parts.url else {
            throw misconfigured("the server's URL is invalid. Set a complete URL.")
        }
        return address
    }

    /// Checks a header value: a line break in the value would begin another header.
    private func headerValue(_ text: String) throws -> String {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw misconfigured(
                "the client key or the installation's secret is empty, or has characters that are "
                    + "not letters, digits or punctuation. Copy the key again.")
        }
        return text
    }

    private func misconfigured(_ detail: String) -> BackendError {
        BackendError(.misconfigured, detail)
    }

    /// Returns whether a host is this machine. Accepts only names and addresses that always refer
    /// to this machine.
    static func isLoopback(_ host: String) -> Bool {
        ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host.lowercased())
    }
}

extension HTTPBackend: CustomStringConvertible, CustomReflectable {
    public var description: String { "gateway at \(url.host ?? "?")" }
    public var customMirror: Mirror { Mirror(self, children: ["host": url.host ?? "?"]) }
}
