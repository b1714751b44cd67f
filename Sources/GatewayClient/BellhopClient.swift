// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A client of a gateway's API, for an app's server.
///
/// ```swift
/// let gateway = BellhopClient(url: "https://push.example.com", key: apiKey)
/// let message = try await gateway.send("Dinner is ready", to: .user("alex"))
/// ```
///
/// Calls throw ``ClientError``, or `CancellationError` if the task is cancelled. A client has no
/// state of its own: it can be copied, and used from any task.
public struct BellhopClient: Sendable {
    private let url: String
    private let key: String
    private let transport: any ClientTransport
    private let retries: RetryPolicy
    private let time: TimeSource

    /// - Parameters:
    ///   - url: the gateway's URL without a path, for instance `https://push.example.com`.
    ///   - key: the API key, `bh_…`. It is sent with every request, so use `https` unless the
    ///     gateway runs on this machine.
    ///   - transport: the object that sends the requests.
    ///   - retries: the policy that determines when a failed request is repeated.
    public init(
        url: String, key: String, transport: any ClientTransport = HTTPTransport(),
        retries: RetryPolicy = RetryPolicy(), time: TimeSource = .system
    ) {
        self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
        self.key = key
        self.transport = transport
        self.retries = retries
        self.time = time
    }

    /// The current time.
    var now: Date { time.now }

    /// Makes an idempotency key for one message or campaign.
    static func makeKey() -> String { UUID().uuidString.lowercased() }

    // MARK: Calls

    /// Calls the gateway, and returns a response with a status of 200 to 299.
    ///
    /// - Parameters:
    ///   - path: the path with the query, percent-encoded.
    ///   - idempotencyKey: the key by which the gateway recognizes a repeated request.
    @discardableResult
    func call(
        _ method: String, _ path: String, _ body: [UInt8]? = nil,
        type: String = "application/json", idempotencyKey: String? = nil
    ) async throws -> ClientResponse {
        var headers = [ClientRequest.Header("authorization", "Bearer " + key)]
        if body != nil { headers.append(.init("content-type", type)) }
        if let idempotencyKey { headers.append(.init("idempotency-key", idempotencyKey)) }
        let request = ClientRequest(method: method, url: url + path, headers: headers, body: body)
        let isRepeatable = method != "POST" || idempotencyKey != nil
        var mayHaveBeenProcessed = false
        for attempt in 1... {
            let result = await Result { try await transport.send(request) }
            try Task.checkCancellation()
            if case .success(let response) = result, !RetryPolicy.isTemporary(response.status) {
                return try Self.check(response)
            }
            if method != "GET", Self.isOpen(result) { mayHaveBeenProcessed = true }
            let wait = retries.wait(
                after: attempt, retryAfter: try? result.get().retryAfter,
                jitter: Double.random(in: 0...1))
            guard isRepeatable, let wait else {
                return try Self.fail(result, mayHaveBeenProcessed)
            }
            try await time.sleep(for: wait)
        }
        throw CancellationError()
    }

    private static func check(_ response: ClientResponse) throws(ClientError) -> ClientResponse {
        guard !(200...299).contains(response.status) else { return response }
        if let problem = try? GatewayJSON.decode(Problem.self, from: Data(response.body)) {
            throw .refused(problem)
        }
        throw .notUnderstood(status: response.status)
    }

    /// Returns whether a request that changes something may have been processed, although there is
    /// no final response: a proxy may have lost the gateway's response.
    private static func isOpen(_ result: Result<ClientResponse, any Error>) -> Bool {
        switch result {
        case .success(let response): response.status == 502 || response.status == 504
        case .failure(let error): !(error is NotSentError)
        }
    }

    private static func fail(
        _ result: Result<ClientResponse, any Error>, _ mayHaveBeenProcessed: Bool
    ) throws(ClientError) -> ClientResponse {
        switch result {
        case .success(let response): return try check(response)
        case .failure(let error):
            throw .noResponse(
                cause: "\(error)".printable, mayHaveBeenProcessed: mayHaveBeenProcessed)
        }
    }

    // MARK: Values

    func read<Value: Decodable>(_ response: ClientResponse) throws(ClientError) -> Value {
        do { return try GatewayJSON.decode(Value.self, from: Data(response.body)) } catch {
            throw .notUnderstood(status: response.status)
        }
    }

    /// Returns a value; `nil` if the gateway responds with 404.
    func find<Value: Decodable>(_ path: String) async throws -> Value? {
        do { return try read(try await call("GET", path)) } catch ClientError.refused(let problem)
            where problem.status == 404
        { return nil }
    }

    func list<Value: Decodable>(_ path: String) async throws -> Value {
        try read(try await call("GET", path))
    }

    func put<Value: Decodable>(_ path: String, _ body: [UInt8]) async throws -> Value {
        try read(try await call("PUT", path, body))
    }

    /// Deletes the resource at a path. Returns `false` if it does not exist.
    func remove(_ path: String) async throws -> Bool {
        do { try await call("DELETE", path) } catch ClientError.refused(let problem)
            where problem.status == 404
        { return false }
        return true
    }

    func encode(_ value: some Encodable) throws -> [UInt8] {
        Array(try GatewayJSON.encode(value))
    }

    /// Returns a query with the values that are not `nil`.
    static func query(_ values: (name: String, value: String?)...) -> String {
        query(values)
    }

    static func query(_ values: [(name: String, value: String?)]) -> String {
        let parts = values.compactMap { name, value in
            value.map { "\(name)=\(PercentCoding.encode($0))" }
        }
        return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
    }

    static func segment(_ text: String) -> String { PercentCoding.encode(text) }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
