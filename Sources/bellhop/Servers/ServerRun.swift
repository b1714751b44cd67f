// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Logging
import ServiceLifecycle
import UnixSignals

/// Runs the services of a command until the person or the system stops it.
enum ServerRun {
    /// How long services may take to finish what is under way after Ctrl-C.
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

/// A service made of a closure that ends by itself or when the process is told to stop.
struct ClosureService: Service {
    let body: @Sendable () async throws -> Void

    init(_ body: @escaping @Sendable () async throws -> Void) { self.body = body }

    func run() async throws {
        do { try await body() } catch is CancellationError {}
        // A service that returns would stop the others.
        try? await gracefulShutdown()
    }
}
