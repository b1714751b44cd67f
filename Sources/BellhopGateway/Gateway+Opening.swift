// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSProvider
public import APNSWire
public import GatewayAPI
public import Logging
import SQLCore

extension Gateway {
    /// The settings of a gateway, which do not change while it runs.
    public struct Configuration: Sendable {
        /// The path of a SQLite file, or the address of a PostgreSQL database,
        /// `postgres://USER@HOST:PORT/DATABASE`. The file is created if it does not exist; its
        /// directory must exist.
        public var database: String
        /// The keys with which the secrets in the database are sealed. If `nil`, the default, the
        /// key is in the file `master.key` beside a SQLite file, which is created if there are no
        /// sealed secrets. A PostgreSQL database needs keys.
        public var masterKeys: MasterKeys?
        /// The endpoint of each environment that does not use Apple's host: a simulator's host and
        /// port.
        public var endpoints: [APNSEnvironment: Endpoint] = [:]
        /// The endpoint for managing broadcast channels in each environment that does not use
        /// Apple's host; APNs has separate ports for this purpose.
        public var channelEndpoints: [APNSEnvironment: Endpoint] = [:]
        /// The certificate authorities that the gateway trusts: by default those of the machine;
        /// for a simulator, its own authority.
        public var trustRoots = TrustRoots.system
        /// The origin of an FCM other than Google's, such as `http://127.0.0.1:2199`: messages and
        /// requests for access tokens go there, whatever address a service account names.
        public var fcmOrigin: String?
        /// Whether browsers' endpoints may be on this machine itself, on any port and also without
        /// TLS; for a simulator. Default `false`.
        public var allowsLoopbackPushServices = false
        public var worker = DeliveryWorker.Configuration()
        /// The credential for apps that do not exist when an import of installations names them:
        /// the import creates these apps with it. If `nil`, the default, the import does not create
        /// apps. The credential is meant for a simulator, which accepts one key for all apps; users
        /// of these apps need no proof.
        public var credentialOfNewApps: CredentialRequest?
        /// The time for which a part of a campaign belongs to the gateway that claimed it. If that
        /// gateway ends without releasing the part, another gateway continues with it after this
        /// time. Default 30 seconds.
        public var lease: Duration = .seconds(30)
        /// Whether programs on this machine can request `GET /metrics` without an API key. Set it
        /// only if the server listens on loopback alone. Default `false`.
        public var hasOpenMetrics = false
        /// The version of Bellhop that the metrics show.
        public var version = ""
        /// The number of requests per minute of an API key that has no limit of its own. Default
        /// `GatewayLimits.keyRequestsPerMinuteDefault`.
        public var requestsPerMinute = GatewayLimits.keyRequestsPerMinuteDefault
        /// Whether webhooks may send events to this machine itself, also without TLS; for
        /// development. Default `false`.
        public var allowsLoopbackWebhooks = false
        /// The certificate authorities that webhooks trust. Default: those of the machine.
        public var webhookTrustRoots = TrustRoots.system
        /// The path of the file to which all events are written as JSON Lines, `-` for the standard
        /// output. If `nil`, the default, there is no such file.
        public var eventFile: String?
        /// The identity provider with which the console's members sign in. If `nil`, the default,
        /// they sign in with passwords only.
        public var openIDConnect: OpenIDConnect?
        /// Sends requests to the identity provider, in tests.
        var identityExchange: (any IdentityProviderExchanging)?
        /// The costs of hashing a password of the console; tests choose low costs.
        var passwordCosts = PasswordHash.costs

        public init(database: String) { self.database = database }
    }

    /// Opens a gateway on a database; the gateway sends through APNs clients.
    ///
    /// If the process has a tracer (swift-distributed-tracing) at this time, each attempt to
    /// deliver a message and each batch of a campaign is a span.
    ///
    /// - Throws: ``GatewayStoreError`` if the database cannot be written to or reached, is in use
    ///   by another process, is corrupt, or was created by a newer version of Bellhop.
    public static func open(
        _ configuration: Configuration, time: TimeSource = .system,
        logger: Logger = Logger(label: "bellhop.gateway")
    ) async throws -> Gateway {
        let metrics = GatewayMetrics(time: time)
        let store = try await SQLStore.open(
            configuration.database, masterKeys: configuration.masterKeys, now: time.now
        ) { MeteredDatabase($0, metrics) }
        if let file = store.createdKeyFile {
            logger.notice(
                """
                a master key was created, which seals the secrets in the database; back it up \
                separately from the database
                """, metadata: ["file": "\(file)"])
        }
        let pool = APNSClientPool(
            endpoints: configuration.endpoints,
            channelEndpoints: configuration.channelEndpoints,
            trustRoots: configuration.trustRoots, time: time, logger: logger)
        let webhooks = try await openWebhooks(
            configuration, store, metrics, time: time, logger: logger)
        let foreign = try await openForeign(configuration, store, time: time)
        let gateway = Gateway(
            store: store, sender: pool, foreign: foreign,
            pushEndpoints: PushEndpointRule(
                allowsLoopback: configuration.allowsLoopbackPushServices),
            fcmOrigin: foreign.fcmOrigin,
            campaigns: GatewayCampaigns(
                store, lease: configuration.lease, pool: pool, foreign: foreign,
                metrics: metrics, time: time, logger: logger),
            worker: configuration.worker, credentialOfNewApps: configuration.credentialOfNewApps,
            time: time, metrics: metrics, hasOpenMetrics: configuration.hasOpenMetrics,
            version: configuration.version, webhooks: webhooks,
            requestsPerMinute: configuration.requestsPerMinute,
            passwordCosts: configuration.passwordCosts,
            identityProvider: configuration.openIDConnect.map {
                IdentityProvider($0, exchange: configuration.identityExchange, time: time)
            }, logger: logger)
        gateway.worker.failures.locked((try? await store.lockedApps()) ?? [])
        return gateway
    }

    private static func openForeign(
        _ configuration: Configuration, _ store: SQLStore, time: TimeSource
    ) async throws -> ForeignClientPool {
        let fcm: ServiceExchange
        do { fcm = try ServiceExchange(trustRoots: configuration.trustRoots) } catch {
            try? await store.close()
            throw GatewayStoreError(
                .unwritable, "the trusted certificate authorities cannot be read: \(error)")
        }
        let webPush = PushServiceExchange(
            rule: PushEndpointRule(allowsLoopback: configuration.allowsLoopbackPushServices),
            trustRoots: configuration.trustRoots, time: time)
        return ForeignClientPool(
            fcmOrigin: FCMOrigin(configuration.fcmOrigin), fcm: fcm, webPush: webPush,
            time: time
        ) {
            await fcm.shutdown()
            await webPush.shutdown()
        }
    }

    private static func openWebhooks(
        _ configuration: Configuration, _ store: SQLStore, _ metrics: GatewayMetrics,
        time: TimeSource, logger: Logger
    ) async throws -> GatewayWebhooks {
        var file: EventFile?
        if let path = configuration.eventFile {
            do { file = try EventFile(path: path) } catch {
                try? await store.close()
                throw GatewayStoreError(
                    .unwritable,
                    "the event file \(path) cannot be written: \(error); choose another file")
            }
        }
        let webhooks = GatewayWebhooks(
            store,
            sender: WebhookSender(
                trustRoots: configuration.webhookTrustRoots,
                allowsLoopback: configuration.allowsLoopbackWebhooks, time: time),
            file: file, allowsLoopback: configuration.allowsLoopbackWebhooks,
            version: configuration.version, time: time, metrics: metrics, logger: logger)
        try await webhooks.store.keepFile(
            file != nil, isShared: store.database.dialect == .postgres, now: time.now)
        return webhooks
    }
}
