// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSService
import APNSWire
package import HTTP2Core
import Logging
import NIOCore
import NIOSSL

/// Sets up the pipeline of a new connection: TLS and the connection's handler.
struct ConnectionSetUp: Sendable {
    let environment: APNSEnvironment
    let endpoint: ServiceEndpoint
    let host: ServiceHost
    let tls: NIOSSLContext
    /// The TLS configuration that an injected fault uses, with a certificate for a wrong name;
    /// `nil` if such a fault is not supported.
    let wrongTLS: NIOSSLContext?
    let authorities: CertificateAuthorities
    let limits: ConnectionLimits
    let connections: OpenConnections
    let logger: Logger

    /// Adds the handlers to a new connection. This function does not check the protocol that ALPN
    /// negotiated, because a client that does not use HTTP/2 is rejected when it does not send the
    /// preface.
    func configure(_ channel: any Channel) -> EventLoopFuture<Void> {
        guard connections.add(channel, environment, endpoint) else {
            let now = channel.eventLoop.now.uptimeNanoseconds
            if connections.isWarningDue(at: .nanoseconds(Int64(clamping: now))) {
                logger.warning(
                    "new connections are refused, because too many are open",
                    metadata: [
                        "open": "\(connections.count)", "max": "\(limits.connectionCountMax)",
                        "max_per_address": "\(limits.connectionCountPerAddressMax)",
                    ])
            }
            return channel.close()
        }
        let faults = host.connect(environment: environment, endpoint: endpoint)
        let tls = faults.presentsWrongCertificate ? wrongTLS ?? tls : tls
        return channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let presented = PresentedCertificate(authorities)
            let handler = NIOSSLServerHandler(
                context: tls,
                customVerificationCallback: { chain, promise in
                    presented.take(chain)
                    // Every certificate is accepted here, valid or not. The service checks it
                    // later, so that the sender receives the reason of a rejection.
                    promise.succeed(.certificateVerified)
                })
            try pipeline.addHandler(handler)
            try pipeline.addHandler(
                ConnectionHandler(
                    host: host, endpoint: endpoint, environment: environment, limits: limits,
                    logger: logger, faults: faults,
                    certificate: { presented.certificate(else: handler.peerCertificate) }))
        }
    }
}

/// The certificates that the client presented in the TLS handshake. The object belongs to one event
/// loop.
private final class PresentedCertificate {
    private let authorities: CertificateAuthorities
    private var chain: [[UInt8]] = []

    init(_ authorities: CertificateAuthorities) { self.authorities = authorities }

    func take(_ certificates: [NIOSSLCertificate]) {
        chain = certificates.map { (try? $0.toDERBytes()) ?? [] }
    }

    /// - Parameter resumed: the certificate of a resumed TLS session, for which no chain is
    ///   presented.
    func certificate(else resumed: NIOSSLCertificate?) -> SenderCertificate? {
        if chain.isEmpty, let resumed { take([resumed]) }
        guard let own = chain.first else { return nil }
        guard let certificate = try? PushCertificate(reading: own) else { return .unreadable }
        return SenderCertificate(
            certificate, isTrusted: authorities.vouch(forChain: chain))
    }
}

extension ServiceOptions.ExcessStreamRule {
    /// The corresponding rule of ``ServerConnection``.
    var ofConnection: ServerConnection.ExcessRule {
        switch self {
        case .goAway:
            .end(debugData: Array("Maximum active streams violated for this endpoint.".utf8))
        case .refuseStream: .refuse
        }
    }
}

extension ConnectionLimits {
    /// The corresponding limits of ``ServerConnection``.
    package var serverLimits: ServerLimits {
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
        limits.idleDebugData = RejectionBody(reason: .idleTimeout).encoded
        limits.requestTime = requestTime
        limits.drainTime = drainTime
        return limits
    }
}
