// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Logging
import Testing

@testable import APNSProvider

/// What a client writes into the log.
@Suite(.timeLimit(.minutes(30)))
struct LoggingTests {
    private struct RecordingHandler: LogHandler {
        let lines: Recorder<(level: Logger.Level, text: String)>
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        init(lines: Recorder<(level: Logger.Level, text: String)>) { self.lines = lines }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.record((event.level, "\(event.message) \(event.metadata ?? [:])"))
        }
    }

    @Test func `no secrets are logged, and no line has a level above debug`() async throws {
        let server = try await ScriptedServer { request in
            request.stream == 1
                ? [.accept(request)] : [.reject(request, 403, "ExpiredProviderToken")]
        }
        let lines = Recorder<(level: Logger.Level, text: String)>()
        let logger = Logger(label: "test") { _ in RecordingHandler(lines: lines) }
        var configuration = APNSClient.Configuration(
            endpoint: Endpoint(host: "127.0.0.1", port: server.port),
            authentication: .providerToken(try Fixtures.tokenSource()),
            trustRoots: .pem(server.authorityPEM))
        configuration.waitPatiently()
        let client = APNSClient(configuration: configuration, logger: logger)
        let request = try Fixtures.request()
        for _ in 0..<3 { _ = try await client.send(request) }
        await client.shutdown()
        #expect(lines.count > 3)
        #expect(lines.values.allSatisfy { $0.level <= .debug })
        let text = lines.values.map(\.text).joined(separator: "\n")
        #expect(text.contains("127.0.0.1:\(server.port)"))
        for secret in [request.deviceToken.hex, "bearer", "eyJ", "Dinner"] {
            #expect(!text.contains(secret))
        }
    }

    @Test func `failures are logged without secrets`() async throws {
        let proxy = try await TestProxy { number in
            number == 0
                ? .sendAndClose("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n") : .close
        }
        let server = try await ScriptedServer { [.accept($0)] }
        let lines = Recorder<(level: Logger.Level, text: String)>()
        let logger = Logger(label: "test") { _ in RecordingHandler(lines: lines) }
        var configuration = APNSClient.Configuration(
            endpoint: Endpoint(host: "127.0.0.1", port: server.port),
            authentication: .providerToken(try Fixtures.tokenSource()),
            trustRoots: .pem(server.authorityPEM))
        configuration.proxy = Proxy(
            host: "127.0.0.1", port: proxy.port, username: "push", password: "sesame")
        let client = APNSClient(configuration: configuration, logger: logger)
        let request = try Fixtures.request()
        for _ in 0..<2 { _ = try await client.send(request) }
        await client.shutdown()
        #expect(lines.count > 1)
        let text = lines.values.map(\.text).joined(separator: "\n").lowercased()
        for secret in [request.deviceToken.hex, "bearer", "eyj", "dinner", "sesame", "basic "] {
            #expect(!text.contains(secret))
        }
    }
}
