// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopGateway
import CommandSupport
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An HTTP server as a service: it waits for its prerequisites, listens, and publishes its port.
struct HTTPService<Responder: HTTPResponder>: Service
where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
    let name: String
    let host: String
    let port: Int
    /// The command-line option that selects the port, for error messages.
    let portFlag: String
    let responder: Responder
    /// The latches that must open before this server starts.
    let prerequisites: [Latch]
    /// The latch that opens when the server is listening.
    let listening: Latch
    var limits = HTTPLimits(descriptorCount: Descriptors.count)
    /// A server with another transport; `nil` for plain HTTP/1.1 with ``limits``.
    var server: HTTPServerBuilder?
    /// A closure that receives the guard of the connections when the server starts.
    var onStart: @Sendable (HTTPConnectionGuard) -> Void = { _ in }
    let logger: Logger

    func run() async throws {
        for prerequisite in prerequisites { try await prerequisite.wait() }
        let listening = listening
        let connections = HTTPConnectionGuard(limits: limits, logger: logger)
        onStart(connections)
        var logger = logger
        // The HTTP library logs every disconnected client as an error. These entries are only
        // useful in a detailed log.
        if logger.logLevel > .info { logger.logLevel = .critical }
        let application = Application(
            responder: responder, server: server ?? connections.server,
            configuration: .init(address: .hostname(host, port: port), serverName: "bellhop"),
            onServerRunning: { channel in
                await connections.watch(channel)
                await listening.open(channel.localAddress?.port ?? 0)
            },
            logger: logger)
        do { try await application.run() } catch let error as IOError {
            throw cannotListen(message(error))
        } catch is SocketAddressError.UnknownHost {
            throw cannotListen("the host name cannot be resolved; use 127.0.0.1")
        }
    }

    private func cannotListen(_ reason: String) -> CommandFailure {
        CommandFailure(
            .cannotCreate, "cannot listen on \(host) port \(port) for \(name): \(reason)")
    }

    private func message(_ error: IOError) -> String {
        let remedy = "choose another port with \(portFlag) (0 selects a free one)"
        return switch error.errnoCode {
        case EADDRINUSE: "the port is in use; \(remedy)"
        case EACCES: "ports below 1024 require more privileges; \(remedy)"
        case EADDRNOTAVAIL: "\(host) is not an address of this machine; use 127.0.0.1"
        default: "error \(error.errnoCode); \(remedy)"
        }
    }
}

/// A latch that opens once with a number, and then resumes all waiting tasks.
actor Latch {
    private var value: Int?
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Opens the latch.
    func open(_ value: Int = 0) {
        self.value = self.value ?? value
        for continuation in waiting { continuation.resume() }
        waiting.removeAll()
    }

    /// Waits until the latch is open, the task is cancelled or the process is shutting down.
    @discardableResult
    func wait() async throws -> Int {
        if value == nil {
            await cancelWhenGracefulShutdown {
                await withTaskCancellationHandler {
                    await self.park()
                } onCancel: {
                    Task { await self.release() }
                }
            }
        }
        guard let value else { throw CancellationError() }
        return value
    }

    private func park() async {
        guard value == nil, !Task.isCancelled else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func release() {
        for continuation in waiting { continuation.resume() }
        waiting.removeAll()
    }
}
