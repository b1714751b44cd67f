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

/// One HTTP request on its way through the gateway: reads its parts and makes its answer.
struct GatewayCall: Sendable {
    let request: Request
    let parameters: Parameters
    let gateway: Gateway
    /// Who asks; `nil` on a route that takes no key.
    let key: StoredAPIKey?
    /// Which app asks; on the routes that apps call themselves.
    private let caller: DeviceCaller?

    /// Who may ask.
    enum Access {
        case anybody
        /// Whoever has an API key.
        case key
        /// A copy of an app, with its client key and its own secret.
        case device
    }

    /// Finds out who asks before anything else of the request is looked at.
    ///
    /// The key comes as a bearer token (RFC 6750) or as the user's name of Basic (RFC 7617), which
    /// is what `curl -u KEY:` sends.
    ///
    /// - Parameter access: who else is refused.
    init(
        _ request: Request, parameters: Parameters, gateway: Gateway, access: Access
    ) async throws {
        self.request = request
        self.parameters = parameters
        self.gateway = gateway
        let presented = Self.presentedKey(request.headers[.authorization])
        key = access == .key ? try await gateway.authenticate(presented) : nil
        guard access == .device else {
            caller = nil
            return
        }
        let secret = HTTPField.Name(InstallationSecret.headerName).flatMap { request.headers[$0] }
        let caller = try await gateway.authenticateDevice(clientKey: presented, secret: secret)
        let id = parameters.get("installation_id").flatMap { PercentCoding.decode($0) } ?? ""
        try gateway.countCall(of: id, by: caller)
        self.caller = caller
    }

    /// The app that asks.
    func device() throws -> DeviceCaller {
        guard let caller else {
            throw Problem(.internalError, "the route does not name its caller")
        }
        return caller
    }

    /// A part of the path, with its percent escapes undone.
    func parameter(_ name: String) throws -> String {
        guard let text = parameters.get(name).flatMap({ PercentCoding.decode($0) }) else {
            throw Problem(.badValue, "the path is not UTF-8 text; escape it as such", keyPath: name)
        }
        return text
    }

    /// The token in the path.
    func token() throws -> DeviceToken {
        do { return try DeviceToken(hex: try parameter("hex")) } catch let error as DeviceTokenError
        {
            throw Problem(.badValue, "the path holds no device token: \(error)", keyPath: "hex")
        }
    }

    /// The query's parameters in order, with their escapes undone.
    func query() throws -> [(name: String, value: String)] {
        try (request.uri.query ?? "").split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let texts = parts.map { PercentCoding.decode($0, plusIsBlank: true) }
            guard let name = texts[0], let value = texts.count > 1 ? texts[1] : "" else {
                throw Problem(.badQuery, "the query is not UTF-8 text; escape it as such")
            }
            return (name, value)
        }
    }

    /// The whole body, or the answer 413.
    func body(byteCountMax: Int = GatewayLimits.bodyByteCountMax) async throws -> [UInt8] {
        let tooLarge = Problem(
            .bodyTooLarge, "the body is over the limit of \(byteCountMax) bytes; send less")
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

    /// The API key in an `Authorization` header.
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

    /// An answer with a resource.
    func answer(_ resource: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try GatewayJSON.encodeLine(resource))))
    }

    /// The `Idempotency-Key` with a hash of all that the request asks.
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
