// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import Synchronization
import Testing

@testable import BellhopKit

private let installation = Installation(id: "7f3c", secret: "very-secret")
private let registration = DeviceRegistration(app: "com.example.shop", environment: .sandbox)

/// The error of a registration with a server that sends this response.
private func failure(
    of response: LoopbackServer.Response?, limits: HTTPBackend.Limits = .patient
) async throws -> BackendError {
    let server = try LoopbackServer { _ in response }
    let backend = HTTPBackend(
        try #require(server.url()), clientKey: "client-key", limits: limits)
    return try await #require(throws: BackendError.self) {
        try await backend.register(registration, as: installation)
    }
}

struct HTTPBackendTests {
    @Test func `a call has the path, the headers and the body that the gateway's API requires`()
        async throws
    {
        let gateway = try LoopbackGateway()
        let backend = try gateway.backend()
        let strange = Installation(id: "a/b?ü", secret: "very-secret")
        try await backend.register(registration, as: installation)
        _ = try await backend.messages(after: "a&limit=1", for: installation)
        await #expect(throws: BackendError.self) {
            _ = try await backend.messages(after: nil, for: strange)
        }
        let requests = gateway.server.requests.withLock { $0 }
        #expect(
            requests.map { $0.method + " " + $0.target } == [
                "PUT /v1/device/installations/7f3c",
                "GET /v1/device/installations/7f3c/messages?after=a%26limit%3D1",
                "GET /v1/device/installations/a%2Fb%3F%C3%BC/messages",
            ])
        let first = try #require(requests.first)
        #expect(first.headers["authorization"] == "Bearer \(LoopbackGateway.clientKey)")
        #expect(first.headers["bellhop-installation-secret"] == "very-secret")
        #expect(first.headers["content-type"] == "application/json")
        #expect(first.body == (try GatewayJSON.encode(registration)))
    }

    @Test func `a cookie that the server sets is not sent back`() async throws {
        let server = try LoopbackServer { _ in
            LoopbackServer.Response(status: 200, headers: ["Set-Cookie": "a=b; Path=/"])
        }
        let backend = HTTPBackend(try #require(server.url()), clientKey: "k", limits: .patient)
        try await backend.register(registration, as: installation)
        try await backend.register(registration, as: installation)
        let cookies = server.requests.withLock { $0.map { $0.headers["cookie"] } }
        #expect(cookies == [nil, nil])
    }

    @Test func `the path of the gateway's URL is kept, and its query and fragment are dropped`()
        async throws
    {
        let server = try LoopbackServer { _ in LoopbackServer.Response(status: 200) }
        let backend = HTTPBackend(
            try #require(server.url("/push/?x=1#f")), clientKey: "k", limits: .patient)
        try await backend.register(registration, as: installation)
        #expect(
            server.requests.withLock { $0.map(\.target) } == [
                "/push/v1/device/installations/7f3c"
            ])
    }

    @Test(
        "a status determines whether the call may be retried",
        arguments: [
            (400, false), (401, false), (403, false), (404, false), (408, true), (409, false),
            (413, false), (422, false), (425, true), (429, true), (500, true), (502, true),
            (503, true), (302, false),
        ])
    func statuses(_ status: Int, _ isRetryable: Bool) async throws {
        let error = try await failure(of: LoopbackServer.Response(status: status))
        #expect(error.kind == .refused(status: status))
        #expect(error.isRetryable == isRetryable)
        #expect(error.description.contains("\(status)"))
    }

    @Test func `the error contains a problem's detail and code, in one line`() async throws {
        let problem = Problem(.badValue, "the proof\nis for another user; create a new one")
        let error = try await failure(
            of: LoopbackServer.Response(
                status: 422, headers: ["Content-Type": Problem.contentType],
                body: try GatewayJSON.encode(problem)))
        #expect(error.problem == "bad_value")
        #expect(
            error.description
                == "the app's server responded with status 422: "
                + "the proof is for another user; create a new one")
    }

    @Test(
        "Retry-After is a number of seconds, or a date by the server's clock",
        arguments: [
            ("120", 120), ("0", 0), ("99999999999999999999", 2_592_000), ("-5", nil),
            ("soon", nil), ("", nil), ("Thu, 01 Jan 2026 00:02:00 GMT", 120),
            ("Wed, 31 Dec 2025 00:00:00 GMT", 0),
        ] as [(String, Int?)])
    func retryAfter(_ text: String, _ seconds: Int?) {
        let response = BackendResponse(
            status: 503,
            headers: ["retry-after": text, "date": "Thu, 01 Jan 2026 00:00:00 GMT"], body: Data())
        #expect(response.retryAfter == seconds.map { .seconds($0) })
        #expect(response.refusal.retryAfter == response.retryAfter)
    }

    @Test func `a redirect is not followed, so the secret is not sent elsewhere`() async throws {
        let other = try LoopbackServer { _ in LoopbackServer.Response(status: 200) }
        let target = try #require(other.url("/elsewhere"))
        let error = try await failure(
            of: LoopbackServer.Response(
                status: 307, headers: ["Location": target.absoluteString]))
        #expect(error.kind == .refused(status: 307))
        #expect(other.requests.withLock { $0.isEmpty })
    }

    @Test("a response beyond the size limit is a permanent error", arguments: [true, false])
    func tooLarge(_ hidesLength: Bool) async throws {
        var limits = HTTPBackend.Limits.patient
        limits.responseByteCountMax = 1_000
        let error = try await failure(
            of: LoopbackServer.Response(
                status: 200, body: Data(repeating: 0x20, count: 300_000),
                hidesLength: hidesLength),
            limits: limits)
        #expect(error.kind == .responseTooLarge)
        #expect(!error.isRetryable)
    }

    @Test func `a connection that is closed or refused is an error that may be retried`()
        async throws
    {
        let hungUp = try await failure(of: nil)
        #expect(hungUp.kind == .unreachable && hungUp.isRetryable)
        var server: LoopbackServer? = try LoopbackServer { _ in nil }
        let url = try #require(server?.url())
        server = nil
        let backend = HTTPBackend(url, clientKey: "client-key", limits: .patient)
        let error = try await #require(throws: BackendError.self) {
            try await backend.register(registration, as: installation)
        }
        #expect(error.kind == .unreachable && error.isRetryable)
    }

    @Test func `an invalid page is an error, not a crash`() async throws {
        for body in ["", "[]", "{\"messages\":7}", "\u{0}", "{\"messages\":[{\"id\":1}]}"] {
            let server = try LoopbackServer { _ in
                LoopbackServer.Response(status: 200, body: Data(body.utf8))
            }
            let backend = HTTPBackend(
                try #require(server.url()), clientKey: "client-key", limits: .patient)
            let error = try await #require(throws: BackendError.self) {
                _ = try await backend.messages(after: nil, for: installation)
            }
            #expect(error.kind == .responseUnreadable)
        }
    }

    @Test(
        "an invalid URL or client key is an error, and so is a remote URL without HTTPS",
        arguments: [
            ("http://push.example.com", "k"), ("http://127.0.0.1.example.com", "k"),
            ("ftp://localhost", "k"), ("push.example.com", "k"), ("https://", "k"),
            ("https://push.example.com", ""), ("https://push.example.com", "a\r\nX: y"),
            ("https://push.example.com", "schlüssel"),
        ])
    func misconfigured(_ address: String, _ key: String) async throws {
        guard let url = URL(string: address) else { return }
        let backend = HTTPBackend(url, clientKey: key, limits: .patient)
        let error = try await #require(throws: BackendError.self) {
            try await backend.register(registration, as: installation)
        }
        #expect(error.kind == .misconfigured)
        #expect(!error.isRetryable)
    }

    @Test(arguments: ["localhost", "LOCALHOST", "127.0.0.1", "::1", "[::1]"])
    func `loopback host names are recognized`(host: String) {
        #expect(HTTPBackend.isLoopback(host))
    }

    @Test func `descriptions contain neither the client key nor a secret`() async throws {
        let error = try await failure(of: LoopbackServer.Response(status: 403))
        let url = try #require(URL(string: "https://user:pass@push.example.com"))
        let backend = HTTPBackend(url, clientKey: "client-key", limits: .patient)
        for text in ["\(error)", String(reflecting: error), "\(backend)", dumped(backend)] {
            for secret in ["client-key", "very-secret", "pass@"] {
                #expect(!text.contains(secret))
            }
        }
    }

    private func dumped(_ value: some Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    @Test func `a cancelled call ends at once`() async throws {
        let (stream, hold) = AsyncStream.makeStream(of: Never.self)
        let (arrived, arrive) = AsyncStream.makeStream(of: Void.self)
        let server = try LoopbackServer { _ in
            arrive.yield()
            for await _ in stream {}
            return nil
        }
        let backend = HTTPBackend(
            try #require(server.url()), clientKey: "client-key", limits: .patient)
        let call = Task { try await backend.register(registration, as: installation) }
        for await _ in arrived { break }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        hold.finish()
    }
}
