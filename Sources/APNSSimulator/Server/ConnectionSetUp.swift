// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSService
import APNSWire
import HTTP2Core
import Logging
import NIOCore
import NIOSSL

/// Makes the pipeline of a new connection: TLS and the connection's own handler.
struct ConnectionSetUp: Sendable {
    let environment: APNSEnvironment
    let door: ServiceDoor
    let host: ServiceHost
    let tls: NIOSSLContext
    let authorities: CertificateAuthorities
    let limits: ConnectionLimits
    let connections: OpenConnections
    let logger: Logger

    /// The protocol that ALPN settled on is not looked at: what is not HTTP/2 fails at the preface.
    func configure(_ channel: any Channel) -> EventLoopFuture<Void> {
        guard connections.add(channel, environment, door) else {
            let now = channel.eventLoop.now.uptimeNanoseconds
            if connections.isWarningDue(at: .nanoseconds(Int64(clamping: now))) {
                logger.warning(
                    "new connections are turned away: too many are open",
                    metadata: [
                        "open": "\(connections.count)", "max": "\(limits.connectionCountMax)",
                        "max_per_address": "\(limits.connectionCountPerAddressMax)",
                    ])
            }
            return channel.close()
        }
        return channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let shown = ShownCertificate(authorities)
            let handler = NIOSSLServerHandler(
                context: tls,
                customVerificationCallback: { chain, promise in
                    shown.take(chain)
                    // Good or not: the service judges it, so that the sender is told.
                    promise.succeed(.certificateVerified)
                })
            try pipeline.addHandler(handler)
            try pipeline.addHandler(
                ConnectionHandler(
                    host: host, door: door, environment: environment, limits: limits,
                    logger: logger,
                    certificate: { shown.certificate(else: handler.peerCertificate) }))
        }
    }
}

/// What the client showed in the TLS handshake; stays on one event loop.
private final class ShownCertificate {
    private let authorities: CertificateAuthorities
    private var chain: [[UInt8]] = []

    init(_ authorities: CertificateAuthorities) { self.authorities = authorities }

    func take(_ certificates: [NIOSSLCertificate]) {
        chain = certificates.map { (try? $0.toDERBytes()) ?? [] }
    }

    /// - Parameter resumed: the certificate of a TLS session that was taken up again, for which no
    ///   chain is shown.
    func certificate(else resumed: NIOSSLCertificate?) -> SenderCertificate? {
        if chain.isEmpty, let resumed { take([resumed]) }
        guard let own = chain.first else { return nil }
        guard let certificate = try? PushCertificate(reading: own) else { return .unreadable }
        return SenderCertificate(
            certificate, isTrusted: authorities.vouch(forChain: chain))
    }
}

extension ServiceOptions.ExcessStreamRule {
    /// The same for the HTTP/2 part.
    var ofConnection: ServerConnection.ExcessRule {
        switch self {
        case .goAway:
            .end(words: Array("Maximum active streams violated for this endpoint.".utf8))
        case .refuseStream: .refuse
        }
    }
}

extension ConnectionLimits {
    /// The same for the HTTP/2 part.
    var serverLimits: ServerLimits {
        var limits = ServerLimits()
        limits.headerListSizeMax = headerListByteCountMax
        limits.bodyByteCountRead = min(
            max(bodyByteCountRead, 0), ServerLimits.bodyBounds.upperBound)
        limits.streamResetCountMax = streamResetCountMax
        limits.idleFrameCountMax = idleFrameCountMax
        limits.strayFrameCountMax = strayFrameCountMax
        limits.partTime = partTime
        limits.handshakeTime = handshakeTime
        limits.idleTime = idleTime
        limits.idleWords = RejectionBody(reason: .idleTimeout).encoded
        limits.requestTime = requestTime
        limits.drainTime = drainTime
        return limits
    }
}
