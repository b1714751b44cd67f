// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSWire
import BellhopGateway
import HTTP2Core
import NIOCore
import Synchronization

/// Responds to the requests of senders: reads a request, passes it to the gateway, and returns the
/// result in the form that APNs uses.
final class SenderResponder: Sendable {
    /// The maximum number of requests of all connections that wait for the gateway. The response to
    /// any further request is `TooManyRequests`.
    static let waitingCountMax = 4096
    /// The name of the header that says what is wrong and what to do. APNs has no such header.
    static let detailHeader = "bellhop-detail"
    /// The maximum length of that header's value, in bytes. The rest is left out.
    static let detailByteCountMax = 400

    private let gateway: Gateway
    private let waitingCount = Mutex(0)

    init(gateway: Gateway) { self.gateway = gateway }

    func respond(
        to request: ServiceRequest, _ environment: APNSEnvironment, from address: SocketAddress?
    ) async -> ServerResponse {
        let reading: NotificationReading
        do { reading = try NotificationReading(request) } catch {
            return response(
                SenderRefusal(error.reason, because: error.explanation), id: nil,
                to: request.method)
        }
        do throws(SenderRefusal) {
            try begin()
            defer { waitingCount.withLock { $0 -= 1 } }
            let id = try await gateway.accept(
                SenderRequest(
                    authorization: reading.authorization, topic: reading.topic,
                    environment: environment, content: reading.content, address: address))
            return ServerResponse(status: 200, headers: [(APNSHeader.id, id.text)])
        } catch {
            return response(error, id: reading.id, to: request.method)
        }
    }

    private func begin() throws(SenderRefusal) {
        let isFull = waitingCount.withLock { count in
            guard count < Self.waitingCountMax else { return true }
            count += 1
            return false
        }
        if isFull {
            throw SenderRefusal(
                .tooManyRequests,
                because: "\(Self.waitingCountMax) requests wait for the gateway; send again later")
        }
    }

    /// - Parameter id: the request's `apns-id`, which the response repeats.
    private func response(
        _ refusal: SenderRefusal, id: APNSID?, to method: String
    ) -> ServerResponse {
        var headers = [(name: "content-type", value: "application/json")]
        // Like APNs, the endpoint gives every response an identifier.
        var generator = SystemRandomNumberGenerator()
        headers.append((APNSHeader.id, (id ?? APNSID.random(using: &generator)).text))
        if let text = refusal.explanation {
            let plain = text.utf8.prefix(Self.detailByteCountMax).map { byte in
                (0x20...0x7E).contains(byte) ? byte : UInt8(ascii: "?")
            }
            let value = String(decoding: plain, as: UTF8.self).trimmingBlanks
            if !value.isEmpty { headers.append((Self.detailHeader, value)) }
        }
        let body = RejectionBody(reason: refusal.reason, timestamp: refusal.timestamp).encoded
        return ServerResponse(
            status: refusal.status, headers: headers, body: method == "HEAD" ? [] : body)
    }
}

extension String {
    /// The text without blanks at its beginning and end, where a header's value may not have any.
    fileprivate var trimmingBlanks: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
