// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

@testable import APNSProvider

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The client with nginx, which responds before it has read a body, and closes a connection after
/// a number of requests.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct NginxTests {
    @Test func `nginx is installed`() {
        #expect(ForeignServer.isInstalled("nginx"), "install it with: scripts/setup.sh test")
    }

    /// The responses of nginx to the fixtures' device tokens, by number.
    private static let responses: [(device: UInt8, response: String, phrase: String)] = [
        (1, "200", "accepted"),
        (2, "400 '{\"reason\":\"BadDeviceToken\"}'", "400 BadDeviceToken"),
        (3, "410 '{\"reason\":\"Unregistered\",\"timestamp\":1454948015990}'", "410 Unregistered"),
        (4, "413 '{\"reason\":\"PayloadTooLarge\"}'", "413 PayloadTooLarge"),
        (5, "503", "not from APNs: 503"),
    ]

    private static func configuration(_ server: ForeignServer, requestsPerConnection: Int) -> String
    {
        let folder = server.directory.path
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \"\(folder)/\($0)\";" }.joined(separator: "\n")
        let locations = responses.map { device, response, _ in
            let start = String(repeating: "0\(device)", count: 4)
            return "location ^~ /3/device/\(start) { return \(response); }"
        }.joined(separator: "\n")
        return """
            daemon off;
            master_process off;
            pid "\(folder)/nginx.pid";
            error_log "\(folder)/error.log";
            events { worker_connections 512; }
            http {
                log_format seen '$http_apns_id $status';
                access_log "\(folder)/access.log" seen;
                \(temporary)
                keepalive_requests \(requestsPerConnection);
                http2_max_concurrent_streams 128;
                server {
                    listen 127.0.0.1:\(server.port) ssl http2;
                    ssl_certificate "\(server.certificatePath)";
                    ssl_certificate_key "\(server.keyPath)";
                    default_type application/json;
                    \(locations)
                }
            }
            """
    }

    private func withServer(
        requestsPerConnection: Int = 1_000_000,
        _ body:
            @Sendable (ForeignServer, @escaping @Sendable () throws -> Void) async throws -> Void
    ) async throws {
        try await ForeignServer.with { server in
            let file = server.directory.appendingPathComponent("nginx.conf")
            let text = Self.configuration(server, requestsPerConnection: requestsPerConnection)
            try Data(text.utf8).write(to: file)
            let log = server.directory.appendingPathComponent("error.log").path
            try await server.run("nginx", ["-c", file.path, "-e", log]) { kill in
                try await body(server, kill)
            }
        }
    }

    /// The `apns-id` of each request that nginx processed. Requests of `makeReadyClient` have no
    /// `apns-id`.
    private func seen(_ server: ForeignServer) throws -> [String] {
        let log = server.directory.appendingPathComponent("access.log")
        return String(decoding: try Data(contentsOf: log), as: UTF8.self)
            .split(separator: "\n").compactMap { line in
                let id = line.prefix { $0 != " " }
                return id == "-" ? nil : String(id)
            }
    }

    private static func id(_ number: Int) -> APNSID? {
        let digits = String(number, radix: 16)
        let padding = String(repeating: "0", count: 12 - digits.count)
        return APNSID("00000000-0000-4000-8000-\(padding)\(digits)")
    }

    private func pushes(
        _ count: Int
    ) throws -> [IdentifiedPush<Int>] {
        let request = try Fixtures.request(1)
        return (0..<count).map { number in
            var push = IdentifiedPush(id: number, request: request)
            push.request.id = Self.id(number)
            return push
        }
    }

    @Test func `responses have bodies even if the request's body was not read`()
        async throws
    {
        try await withServer { server, _ in
            let client = try await server.makeReadyClient()
            for round in 0..<40 {
                let (device, _, phrase) = Self.responses[round % Self.responses.count]
                var request = try Fixtures.request(device)
                // Some requests have a body of the maximum length.
                if round.isMultiple(of: 3) {
                    request.body += [UInt8](repeating: 0x20, count: 4096 - request.body.count)
                }
                let outcome = try await client.send(request)
                #expect(outcome.summary == phrase)
                if device == 3 { #expect(outcome.rejection?.timestamp != nil) }
            }
            await client.shutdown()
        }
    }

    @Test(arguments: [1, 10, 100])
    func `no request is lost or repeated on connections with a request limit`(
        requestsPerConnection: Int
    ) async throws {
        let count = requestsPerConnection == 1 ? 100 : 3000
        try await withServer(requestsPerConnection: requestsPerConnection) { server, _ in
            let client = try await server.makeReadyClient()
            var accepted = Set<Int>()
            var lost: [String: Int] = [:]
            for try await result in client.send(contentsOf: try pushes(count), inFlightMax: 100) {
                let outcome = try result.result.get()
                if outcome.acceptance != nil {
                    #expect(accepted.insert(result.id).inserted)
                } else {
                    lost[outcome.noResponse?.cause ?? outcome.summary, default: 0] += 1
                }
            }
            await client.shutdown()
            #expect(lost == [:])
            #expect(accepted.count == count)
            let seen = try seen(server)
            #expect(seen.count == count)
            let isSame = Set(seen) == Set((0..<count).compactMap { Self.id($0)?.text })
            #expect(isSame, "each request was processed once")
        }
    }

    @Test func `after the server is killed, no outcome contradicts the server's log`() async throws
    {
        try await withServer { server, kill in
            let client = try await server.makeReadyClient()
            var accepted = Set<String>()
            var unsent = Set<String>()
            var count = 0
            let inFlightMax = 100
            for try await result in client.send(
                contentsOf: try pushes(1200), inFlightMax: inFlightMax)
            {
                let id = Self.id(result.id)?.text ?? ""
                let outcome = try result.result.get()
                if outcome.acceptance != nil { accepted.insert(id) }
                if outcome.noResponse?.mayHaveBeenProcessed == false { unsent.insert(id) }
                count += 1
                if count == 700 { try kill() }
            }
            await client.shutdown()
            #expect(count == 1200)
            let seen = try seen(server)
            #expect(Set(seen).count == seen.count, "no request was sent twice")
            // nginx logs a request after it has sent the response. When it was killed, it may have
            // sent responses to requests in flight that it had not logged yet.
            #expect(accepted.subtracting(seen).count <= inFlightMax)
            let isUnsent = unsent.isDisjoint(with: seen)
            #expect(isUnsent)
            #expect(accepted.count >= 700 && !unsent.isEmpty)
        }
    }
}
