// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import NIOSSL
import Testing

@testable import APNSProvider

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the client requires of TLS. Tests with wrong names and unknown authorities are in
/// `ConnectFailureTests`.
@Suite(.timeLimit(.minutes(30)))
struct TLSTests {
    /// The outcome of one request to a server with changed options.
    private func outcome(
        _ change: (inout ScriptedServer.Options) -> Void
    ) async throws -> PushOutcome {
        var options = ScriptedServer.Options()
        change(&options)
        let server = try await ScriptedServer(options: options) { [.accept($0)] }
        let client = try Fixtures.client(of: server) { $0.endpoint.host = options.address }
        let outcome = try await client.send(Fixtures.request())
        await client.shutdown()
        await server.stop()
        #expect(server.requests.count == (outcome.acceptance == nil ? 0 : 1))
        return outcome
    }

    @Test(arguments: [TLSVersion.tlsv1, .tlsv11])
    func `a server without TLS 1.2 is refused`(version: TLSVersion) async throws {
        let unknown = try await outcome { $0.tls = { $0.maximumTLSVersion = version } }.noResponse
        #expect(unknown?.mayHaveBeenProcessed == false)
        #expect(unknown?.cause.contains("does not speak TLS 1.2 or later") == true)
    }

    @Test(arguments: [TLSVersion.tlsv12, .tlsv13])
    func `a server with only TLS 1.2 or 1.3 is accepted`(
        version: TLSVersion
    ) async throws {
        let outcome = try await outcome {
            $0.tls = {
                $0.minimumTLSVersion = version
                $0.maximumTLSVersion = version
            }
        }
        #expect(outcome.acceptance != nil)
    }

    @Test(arguments: [-1000, 400])
    func `a certificate that is not valid today is not trusted`(days: Double) async throws {
        let unknown = try await outcome { $0.identityDate = TimeSource.system.now + days * 86400 }
            .noResponse
        #expect(unknown?.mayHaveBeenProcessed == false)
        #expect(unknown?.cause.contains("the certificate is not trusted") == true)
    }

    @Test func `a server may request a client certificate without requiring it`()
        async throws
    {
        let authority = try LocalAuthority(now: TimeSource.system.now)
        let roots = try NIOSSLCertificate.fromPEMBytes(Array(authority.certificatePEM.utf8))
        let outcome = try await outcome {
            $0.tls = {
                $0.certificateVerification = .optionalVerification
                $0.trustRoots = .certificates(roots)
            }
        }
        #expect(outcome.acceptance != nil)
    }

    @Test func `a server that requires a client certificate processes no request without one`()
        async throws
    {
        let authority = try LocalAuthority(now: TimeSource.system.now)
        let roots = try NIOSSLCertificate.fromPEMBytes(Array(authority.certificatePEM.utf8))
        let unknown = try await outcome {
            $0.tls = {
                $0.certificateVerification = .noHostnameVerification
                $0.trustRoots = .certificates(roots)
            }
        }.noResponse
        #expect(unknown?.mayHaveBeenProcessed == false)
    }

    @Test func `requests to port 2197 are accepted and have the port in their authority`()
        async throws
    {
        // A separate address, so that tests in other processes do not occupy the port.
        var options = ScriptedServer.Options()
        let number = UInt8(ProcessInfo.processInfo.processIdentifier % 250) + 2
        options.address = "127.77.21.\(number)"
        options.ipAddresses = [[127, 77, 21, number]]
        options.port = 2197
        let server = try await ScriptedServer(options: options) { [.accept($0)] }
        let client = try Fixtures.client(of: server) { $0.endpoint.host = options.address }
        #expect(try await client.send(Fixtures.request()).acceptance != nil)
        let authority = server.requests.values.first?.header(":authority")
        #expect(authority == "\(options.address):2197")
        await client.shutdown()
    }

    @Test(arguments: [
        (Endpoint(host: "api.push.apple.com"), "api.push.apple.com"),
        (Endpoint(host: "api.push.apple.com", port: 2197), "api.push.apple.com:2197"),
        (Endpoint(host: "::1", port: 8443), "[::1]:8443"),
        (Endpoint(host: "10.0.0.1", tlsServerName: "apns.test"), "apns.test"),
    ])
    func `the authority of requests has the port, unless the port is 443`(
        endpoint: Endpoint, authority: String
    ) {
        #expect(endpoint.authority == authority)
    }
}
