// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Logging
import ServiceLifecycle
import UnixSignals

/// Runs the services of a command until it is interrupted.
enum ServerRun {
    /// The time that services have to complete their work after Ctrl-C. It is longer than the
    /// longest request to APNs (15 seconds) and the longest drain of the node that sends campaigns
    /// (25 seconds).
    static let stopTimeMax = Duration.seconds(30)

    /// - Parameters:
    ///   - ending: a service whose return ends the other services, as Ctrl-C does.
    ///   - extraTime: additional time to stop, for a service that delays the shutdown on purpose.
    static func run(
        _ services: [any Service], ending: (any Service)? = nil, logger: Logger,
        extraTime: Duration = .zero
    ) async throws {
        let all =
            services.map { ServiceGroupConfiguration.ServiceConfiguration(service: $0) }
            + (ending.map {
                [.init(service: $0, successTerminationBehavior: .gracefullyShutdownGroup)]
            } ?? [])
        var configuration = ServiceGroupConfiguration(
            services: all,
            gracefulShutdownSignals: [.sigint, .sigterm],
            logger: logger)
        configuration.maximumGracefulShutdownDuration = stopTimeMax + extraTime
        do { try await ServiceGroup(configuration: configuration).run() } catch is CancellationError
        {}
    }
}

/// A service that runs a closure until the closure returns or the process is shutting down.
struct ClosureService: Service {
    let body: @Sendable () async throws -> Void

    init(_ body: @escaping @Sendable () async throws -> Void) { self.body = body }

    func run() async throws {
        do { try await body() } catch is CancellationError {}
        // If this service returned before the shutdown, the other services would stop.
        try? await gracefulShutdown()
    }
}
