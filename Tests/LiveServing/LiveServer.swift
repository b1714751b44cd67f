// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
package import HTTPTypes
package import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import ServiceLifecycle

/// A router that is served on a port of this machine during a test.
///
/// The test clients of Hummingbird end a request after 15 or 20 seconds, and a busy machine may
/// need longer. Here, only the time limit of the test ends what hangs.
package struct LiveServer: Sendable {
    private struct NotRunning: Error {}

    package struct Reply: Sendable {
        package let status: Int
        package let contentType: String?
        package let body: String
    }

    /// For instance `http://127.0.0.1:40123`.
    package let url: String

    /// Serves the router during `body`.
    package static func run<Builder: HTTPResponderBuilder, Output: Sendable>(
        _ router: Builder, _ body: @Sendable (LiveServer) async throws -> Output
    ) async throws -> Output
    where Builder.Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
        let (ports, running) = AsyncStream.makeStream(of: Int.self)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { running.yield($0.localAddress?.port ?? 0) }, logger: logger)
        let services = ServiceGroup(services: [application], logger: logger)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { running.finish() }
                try await services.run()
            }
            guard let port = await ports.first(where: { _ in true }) else { throw NotRunning() }
            let result: Result<Output, any Error>
            do {
                result = .success(try await body(LiveServer(url: "http://127.0.0.1:\(port)")))
            } catch { result = .failure(error) }
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
            return try result.get()
        }
    }

    /// Sends a GET request, over a connection of its own.
    package func get(_ path: String, headers: HTTPFields = [:]) async throws -> Reply {
        var request = HTTPClientRequest(url: url + path)
        for field in headers { request.headers.add(name: field.name.rawName, value: field.value) }
        request.headers.replaceOrAdd(name: "connection", value: "close")
        let response = try await HTTPClient.shared.execute(request, timeout: .hours(1))
        let body = try await response.body.collect(upTo: 16 << 20)
        return Reply(
            status: Int(response.status.code),
            contentType: response.headers.first(name: "content-type"), body: String(buffer: body))
    }
}
