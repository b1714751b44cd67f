// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Logging
import ServiceLifecycle
import UnixSignals

/// Runs the services of a command until it is interrupted.
enum ServerRun {
    /// The time that services have to finish their work after Ctrl-C.
    static let stopTimeMax = Duration.seconds(10)

    static func run(_ services: [any Service], logger: Logger) async throws {
        var configuration = ServiceGroupConfiguration(
            services: services.map { .init(service: $0) },
            gracefulShutdownSignals: [.sigint, .sigterm],
            logger: logger)
        configuration.maximumGracefulShutdownDuration = stopTimeMax
        do { try await ServiceGroup(configuration: configuration).run() } catch is CancellationError
        {}
    }
}

/// A service that runs a closure until it returns or the process is shutting down.
struct ClosureService: Service {
    let body: @Sendable () async throws -> Void

    init(_ body: @escaping @Sendable () async throws -> Void) { self.body = body }

    func run() async throws {
        do { try await body() } catch is CancellationError {}
        // If this service returned before the shutdown, the other services would stop.
        try? await gracefulShutdown()
    }
}
