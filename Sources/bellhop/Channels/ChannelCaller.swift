// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSWire
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Asks APNs, Apple's or a simulated one, about channels and broadcasts: one request for each run
/// of the command.
struct ChannelCaller {
    /// The largest answer that is read, in bytes: a list of 10,000 channels takes a tenth of it.
    static let answerByteCountMax = 4 << 20
    static let timeout = TimeAmount.seconds(30)

    let endpoint: Endpoint
    let credential: SenderCredential
    let trustRoots: TrustRoots

    /// What APNs said.
    struct Answer {
        let status: Int
        /// `apns-request-id`.
        let requestID: APNSID?
        /// `apns-channel-id`, of a new channel.
        let channelID: ChannelID?
        let body: [UInt8]

        /// Why it was refused; `nil` when it was not.
        var reason: RejectionReason? {
            guard status >= 300 else { return nil }
            return RejectionBody(body)?.reason ?? RejectionReason(rawValue: "unknown")
        }

        /// One line about a refusal, with what to try.
        ///
        /// - Parameter because: what is known besides; the reason's own meaning when `nil`.
        func failure(_ reason: RejectionReason, because: String? = nil) -> CommandFailure {
            let words = [because ?? reason.row?.meaning, reason.row?.remedy].compactMap { $0 }
            return CommandFailure(
                .no,
                "APNs refused: \(status) \(reason.rawValue)"
                    + (words.isEmpty ? "" : ": " + words.joined(separator: "; ")))
        }
    }

    /// Sends a request.
    ///
    /// - Throws: ``CommandFailure`` with status 69 when nobody answers, 1 when APNs refuses.
    func call(
        _ method: String, _ path: String, headers: [(name: String, value: String)] = [],
        body: [UInt8] = []
    ) async throws -> Answer {
        let answer = try await send(method, path, headers: headers, body: body)
        if let reason = answer.reason { throw answer.failure(reason) }
        return answer
    }

    /// Sends a request; a refusal is an answer too.
    ///
    /// - Throws: ``CommandFailure`` with status 69 when nobody answers.
    func send(
        _ method: String, _ path: String, headers: [(name: String, value: String)] = [],
        body: [UInt8] = []
    ) async throws -> Answer {
        var configuration = HTTPClient.Configuration()
        var tls: TLSConfiguration
        do { tls = try trustRoots.makeTLSConfiguration() } catch {
            throw CommandFailure(.badInput, "--ca: the certificates cannot be read")
        }
        if case .certificate(let certificate) = credential { try tls.show(certificate) }
        configuration.tlsConfiguration = tls
        configuration.connectionPool.retryConnectionEstablishment = false
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        var request = HTTPClientRequest(
            url: "https://\(endpoint.host):\(endpoint.port)\(path)")
        request.method = .init(rawValue: method)
        if case .key(let key) = credential {
            let token = try ProviderToken(signedBy: key, issuedAt: TimeSource.system.now)
            request.headers.add(name: APNSHeader.authorization, value: token.authorizationValue)
        }
        for header in headers { request.headers.add(name: header.name, value: header.value) }
        if !body.isEmpty { request.body = .bytes(ByteBuffer(bytes: body)) }
        let result: Result<Answer, any Error>
        do {
            let response = try await client.execute(request, timeout: Self.timeout)
            let bytes = try await response.body.collect(upTo: Self.answerByteCountMax)
            let fields = response.headers
            result = .success(
                Answer(
                    status: Int(response.status.code),
                    requestID: fields.first(name: APNSHeader.requestID).flatMap { APNSID($0) },
                    channelID: fields.first(name: APNSHeader.channelID).flatMap { ChannelID($0) },
                    body: Array(bytes.readableBytesView)))
        } catch { result = .failure(error) }
        try? await client.shutdown()
        do { return try result.get() } catch {
            throw CommandFailure(
                .unavailable,
                "no answer from \(endpoint.authority): \(type(of: error)); check host, port and "
                    + "--ca"
            )
        }
    }
}
