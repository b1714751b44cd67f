// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
import GatewayAPI
import HTTPTypes
import Hummingbird
import NIOCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One HTTP request to the gateway; reads the parts of the request and makes the response.
struct GatewayCall: Sendable {
    let request: Request
    let parameters: Parameters
    let gateway: Gateway
    /// The API key of the caller; `nil` if the request needs no API key.
    let key: StoredAPIKey?
    /// The app and secret of the caller, on the routes that apps call themselves; otherwise `nil`.
    private let caller: DeviceCaller?
    /// Header fields that state how many requests the API key has left.
    let limitFields: HTTPFields

    /// The callers that a route permits.
    enum Access {
        case anybody
        /// Callers with an API key.
        case key
        /// Installations, with their app's client key and their own secret.
        case device
        /// Programs on this machine, and callers with an API key; see ``MetricsAccess``.
        case metrics
    }

    /// Authenticates the caller before any other part of the request is read.
    ///
    /// The key is a bearer token (RFC 6750) or the user name of HTTP Basic authentication (RFC
    /// 7617), which is what `curl -u KEY:` sends. A page of the console has a session instead. The
    /// session is accepted only if the request has no key (``ConsoleGuard``).
    ///
    /// - Parameters:
    ///   - access: the callers that the route permits; all others are rejected.
    ///   - scope: the scope that an API key must have; `nil` requires a key that permits
    ///     everything.
    ///   - address: the address of the client; `nil` if it is unknown.
    init(
        _ request: Request, parameters: Parameters, gateway: Gateway, access: Access,
        scope: KeyScope?, address: ClientAddress? = nil
    ) async throws {
        self.request = request
        self.parameters = parameters
        self.gateway = gateway
        let presented = Self.presentedKey(request.headers[.authorization])
        let needsKey =
            switch access {
            case .key: true
            case .metrics:
                !gateway.hasOpenMetrics
                    || !MetricsAccess.isLocal(
                        authority: request.head.authority, headers: request.headers)
            case .anybody, .device: false
            }
        let usesSession =
            request.headers[.authorization] == nil && ConsoleCookie.secret(in: request) != nil
        do {
            key =
                if !needsKey {
                    nil
                } else if usesSession {
                    try await gateway.consoleKey(for: request)
                } else {
                    try await gateway.authenticate(presented)
                }
        } catch {
            throw gateway.callLimits.failed(error, from: address)
        }
        limitFields = try key.map { try gateway.callLimits.count($0) } ?? [:]
        // An operation without a scope requires a key that permits everything.
        if let key { try gateway.check(key, has: scope ?? .all) }
        guard access == .device else {
            caller = nil
            return
        }
        let secret = HTTPField.Name(InstallationSecret.headerName).flatMap { request.headers[$0] }
        let caller: DeviceCaller
        do {
            caller = try await gateway.authenticateDevice(clientKey: presented, secret: secret)
        } catch {
            throw gateway.callLimits.failed(error, from: address)
        }
        let id = parameters.get("installation_id").flatMap { PercentCoding.decode($0) } ?? ""
        try gateway.countCall(of: id, by: caller)
        self.caller = caller
    }

    /// The apps to which the API key is limited.
    var limit: AppLimit { key?.apps ?? .none }

    /// Returns the bundle identifier in the path.
    func bundleID() throws -> String {
        let bundleID = try parameter("bundle_id")
        try limit.check(bundleID)
        return bundleID
    }

    /// Returns the app and secret of the caller.
    func device() throws -> DeviceCaller {
        guard let caller else {
            throw Problem(
                .internalError,
                "the server's code does not declare who may use this path; report this error")
        }
        return caller
    }

    /// Returns a part of the path, with its percent-encoding removed.
    func parameter(_ name: String) throws -> String {
        guard let text = parameters.get(name).flatMap({ PercentCoding.decode($0) }) else {
            throw Problem(
                .badValue,
                "the path is not valid UTF-8 text; percent-encode the bytes of UTF-8 text",
                keyPath: name)
        }
        return text
    }

    /// Returns the device token in the path.
    func token() throws -> DeviceToken {
        do { return try DeviceToken(hex: try parameter("hex")) } catch let error as DeviceTokenError
        {
            throw Problem(
                .badValue,
                "the path contains no valid device token: \(error)", keyPath: "hex")
        }
    }

    /// Returns the query's parameters in order, with their percent-encoding removed.
    func query() throws -> [(name: String, value: String)] {
        try (request.uri.query ?? "").split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let texts = parts.map { PercentCoding.decode($0, plusIsBlank: true) }
            guard let name = texts[0], let value = texts.count > 1 ? texts[1] : "" else {
                throw Problem(
                    .badQuery,
                    "the query is not valid UTF-8 text; percent-encode the bytes of UTF-8 text")
            }
            return (name, value)
        }
    }

    /// Returns the whole body.
    ///
    /// - Throws: `Problem` with status 413 if the body is too large.
    func body(byteCountMax: Int = GatewayLimits.bodyByteCountMax) async throws -> [UInt8] {
        let tooLarge = Problem(
            .bodyTooLarge,
            "the body is longer than the limit of \(byteCountMax) bytes; send a shorter one")
        if let length = request.headers[.contentLength].flatMap(Int.init), length > byteCountMax {
            throw tooLarge
        }
        do {
            let buffer = try await request.body.collect(upTo: byteCountMax)
            return Array(buffer.readableBytesView)
        } catch is NIOTooManyBytesError {
            throw tooLarge
        }
    }

    /// Returns the API key in an `Authorization` header.
    private static func presentedKey(_ header: String?) -> String? {
        guard let header, let blank = header.firstIndex(of: " ") else { return nil }
        let value = header[blank...].drop { $0 == " " }
        switch header[..<blank].lowercased() {
        case "bearer": return String(value)
        case "basic":
            guard let bytes = Data(base64Encoded: String(value)),
                let pair = String(validating: bytes, as: UTF8.self)
            else { return nil }
            return String(pair.prefix { $0 != ":" })
        default: return nil
        }
    }

    /// Returns a response with a resource.
    func answer(_ resource: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try GatewayJSON.encodeLine(resource))))
    }

    /// Returns the `Idempotency-Key` with a hash of everything that determines the request's
    /// effect; `nil` if the request has no such header.
    func idempotency(body: [UInt8]) throws -> Idempotency? {
        guard let key, let name = HTTPField.Name("Idempotency-Key"),
            let text = request.headers[name]
        else {
            return nil
        }
        guard !text.isEmpty, text.utf8.count <= GatewayLimits.idempotencyKeyByteCountMax else {
            throw Problem(
                .badValue,
                "the Idempotency-Key has \(text.utf8.count) bytes; use 1 to "
                    + "\(GatewayLimits.idempotencyKeyByteCountMax)"
            )
        }
        var hash = SHA256()
        for part in [
            request.uri.path, request.uri.query ?? "", request.headers[.contentType] ?? "",
        ] {
            hash.update(data: Array(part.utf8) + [0])
        }
        hash.update(data: body)
        return Idempotency(scope: key.id, key: text, fingerprint: Hex.encode(hash.finalize()))
    }
}
