// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import AsyncHTTPClient
import BenchSupport
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// async-http-client with a task for each request in flight, on one event loop.
enum AsyncHTTPClientSender {
    static func run(_ options: ClientOptions, _ meter: Meter) async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates(
            try NIOSSLCertificate.fromPEMBytes(Array(options.authority.utf8)))
        let client = HTTPClient(
            eventLoopGroupProvider: .shared(group),
            configuration: HTTPClient.Configuration(tlsConfiguration: tls))
        let token = try ProviderToken(signedBy: options.key, issuedAt: TimeSource.system.now)
        func send(_ count: Int) async throws -> Int {
            let taskCount = min(count, options.inFlightCount)
            return try await withThrowingTaskGroup(of: Int.self) { group in
                for task in 0..<taskCount {
                    group.addTask {
                        var acceptedCount = 0
                        for number in stride(from: task, to: count, by: taskCount) {
                            let request = request(number, options, token.authorizationValue)
                            let response = try await client.execute(request, timeout: .seconds(30))
                            for try await _ in response.body {}
                            if response.status == .ok,
                                response.headers.first(name: "apns-id")?.utf8.count == 36
                            {
                                acceptedCount += 1
                            }
                        }
                        return acceptedCount
                    }
                }
                return try await group.reduce(0, +)
            }
        }
        do {
            _ = try await send(options.warmUpCount)
            meter.start()
            meter.stop(acceptedCount: try await send(options.requestCount))
        } catch {
            try? await client.shutdown()
            throw error
        }
        try await client.shutdown()
    }

    private static func request(
        _ number: Int, _ options: ClientOptions, _ authorization: String
    ) -> HTTPClientRequest {
        let push = Message.request(number)
        var request = HTTPClientRequest(url: "https://localhost:\(options.port)\(push.path)")
        request.method = .POST
        request.headers.add(name: "authorization", value: authorization)
        for (name, value) in push.headerFields { request.headers.add(name: name, value: value) }
        request.body = .bytes(ByteBuffer(bytes: push.body))
        return request
    }
}
