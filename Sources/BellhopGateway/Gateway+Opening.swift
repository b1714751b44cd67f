// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSProvider
public import APNSWire
public import Logging

extension Gateway {
    /// Everything a gateway is told once.
    public struct Configuration: Sendable {
        /// The SQLite file; made when it is not there. Its directory must exist.
        public var databasePath: String
        /// Where an environment is, when not at Apple's host: a simulator's host and port.
        public var endpoints: [APNSEnvironment: Endpoint] = [:]
        /// Whom to believe: the machine's authorities by default, a simulator's own otherwise.
        public var trustRoots = TrustRoots.system
        public var worker = DeliveryWorker.Configuration()

        public init(databasePath: String) { self.databasePath = databasePath }
    }

    /// Opens a gateway on a SQLite file, sending through APNs clients.
    ///
    /// - Throws: ``GatewayStoreError`` when the file is unwritable, in use by another process,
    ///   corrupt or made by a newer Bellhop.
    public static func open(
        _ configuration: Configuration, time: TimeSource = .system,
        logger: Logger = Logger(label: "bellhop.gateway")
    ) async throws -> Gateway {
        let store = try await SQLiteStore.open(path: configuration.databasePath, now: time.now)
        let pool = APNSClientPool(
            endpoints: configuration.endpoints, trustRoots: configuration.trustRoots, time: time,
            logger: logger)
        return Gateway(
            store: store, sender: pool, worker: configuration.worker, time: time, logger: logger)
    }
}
