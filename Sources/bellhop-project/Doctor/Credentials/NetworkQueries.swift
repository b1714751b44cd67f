// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSWire
import AsyncHTTPClient
import CommandSupport
import Foundation
import NIOCore
import NIOHTTP1
import ProjectDoctor

extension CredentialDoctorOptions {
    /// The time limit for each network operation.
    private static let timeout = Duration.seconds(8)
    static let defaultTimeURL = "https://www.apple.com/"

    /// Adds those facts from the network that the options request: the correct time, whether the
    /// ports of APNs can be reached, and the response to a test request.
    func queryNetwork(_ facts: inout CredentialFacts) async throws {
        guard !offline, to != nil || host != nil || timeURL != nil else { return }
        let endpoints = try endpoints()
        let trust = try authorityPath.map { try AuthorityFile.read($0) } ?? .system
        await queryTime(&facts)
        for endpoint in endpoints {
            facts.reaches.append(
                CredentialFacts.Reach(
                    host: endpoint.host, port: endpoint.port,
                    failure: await ConnectionProbe.fault(
                        at: endpoint, trustRoots: trust, timeout: Self.timeout)))
        }
        guard live, let key = try? facts.keyFile?.key.get(),
            let open = zip(endpoints, facts.reaches).first(where: { $1.failure == nil })?.0
        else { return }
        facts.liveResult = await probe(open, with: key, trust)
    }

    /// Returns Apple's endpoints on both ports, or the endpoint that the options select.
    private func endpoints() throws -> [Endpoint] {
        guard let to else {
            return host.map { [Endpoint(host: $0, port: port ?? APNSPort.https)] } ?? []
        }
        let host = try host ?? EnvironmentName.parse(to).host
        return (port.map { [$0] } ?? [APNSPort.https, APNSPort.alternative]).map {
            Endpoint(host: host, port: $0)
        }
    }

    /// Sends a request that no device receives, because it has an invented device token, an app
    /// that need not exist, and expiration 0.
    private func probe(
        _ endpoint: Endpoint, with key: ProviderKey, _ trust: TrustRoots
    ) async -> CredentialFacts.LiveResult {
        var configuration = APNSClient.Configuration(
            endpoint: endpoint,
            authentication: .providerToken(ProviderTokenSource(key: key)), trustRoots: trust)
        configuration.requestDeadline = Self.timeout
        let client = APNSClient(configuration: configuration)
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
        do {
            var request = PushRequest(
                deviceToken: try DeviceToken(bytes: bytes),
                payload: Payload(aps: APS(alert: .text("bellhop doctor"))),
                bundleID: topic ?? "com.example.app", expiration: .oneAttempt)
            if let topic { request.topic = Topic(topic) }
            let outcome = try await client.send(request)
            await client.shutdown()
            switch outcome {
            case .accepted: return .accepted
            case .rejected(let rejection): return .rejected(rejection.reason)
            case .unknown(let unknown): return .none(unknown.cause)
            }
        } catch {
            await client.shutdown()
            return .none("\(error)")
        }
    }

    /// Compares the clock with a server's `Date` (RFC 9110 section 6.6.1), with a precision of one
    /// second.
    private func queryTime(_ facts: inout CredentialFacts) async {
        let url = timeURL ?? Self.defaultTimeURL
        do {
            var request = HTTPClientRequest(url: url)
            request.method = .HEAD
            let before = TimeSource.system.now
            let response = try await HTTPClient.shared.execute(
                request, timeout: .seconds(Int64(Self.timeout.components.seconds)))
            let after = TimeSource.system.now
            guard let text = response.headers.first(name: "date"), let date = Self.date(text) else {
                facts.clockFailure = "the response from \(url) has no Date header"
                return
            }
            // The server created the header, in whole seconds, between the request and the arrival
            // of the response.
            let middle = before + after.timeIntervalSince(before) / 2
            facts.clockSkewSeconds = middle.timeIntervalSince(date + 0.5)
        } catch { facts.clockFailure = "\(url) does not respond" }
    }

    /// Reads a date in the format IMF-fixdate, for instance `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func date(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        return formatter.date(from: text)
    }
}
