// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import GatewayAPI
public import Logging
public import ServiceLifecycle
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The gateway: apps, installations and messages, kept in a storage and sent by a worker.
///
/// Its operations are what the HTTP API does, for callers in the same process. They throw `Problem`
/// when the request is at fault and ``GatewayStoreError`` when the storage is.
public final class Gateway: Sendable {
    let store: any GatewayStore
    let time: TimeSource
    let worker: DeliveryWorker
    private let sender: any PushSending
    private let storeCheck = Mutex<StoreCheck?>(nil)
    private let callBudget = Mutex(CallBudget())
    private let generator: Mutex<any RandomNumberGenerator & Sendable>

    /// Puts a gateway together from its parts; ``open(_:time:logger:)`` does it for the usual ones.
    public init(
        store: any GatewayStore, sender: any PushSending,
        worker configuration: DeliveryWorker.Configuration = .init(), time: TimeSource = .system,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        logger: Logger = Logger(label: "bellhop.gateway")
    ) {
        self.store = store
        self.sender = sender
        self.time = time
        self.generator = Mutex(generator)
        var generator = generator
        worker = DeliveryWorker(
            store: store, sender: sender, configuration: configuration,
            owner: APNSID.random(using: &generator).text, time: time, logger: logger)
    }

    /// What has to run for messages to be sent: run them in a `ServiceGroup`. On a graceful
    /// shutdown they finish what is in flight; call ``close()`` after them.
    public var services: [any Service] { [SendingService(worker: worker, sender: sender)] }

    /// Whether the storage can be used, asked once a second at most: anybody may ask for the
    /// gateway's health.
    func isStoreUsable() async -> Bool {
        let now = time.uptime
        if let last = storeCheck.withLock({ $0 }), now - last.uptime < StoreCheck.lifetime {
            return last.isUsable
        }
        let isUsable: Bool
        do {
            try await store.check()
            isUsable = !worker.failures.isStoreFailing
        } catch {
            worker.failures.storeFailed("it cannot be read or written", error)
            isUsable = false
        }
        storeCheck.withLock { $0 = StoreCheck(uptime: now, isUsable: isUsable) }
        return isUsable
    }

    /// Closes the storage.
    public func close() async throws { try await store.close() }

    /// A new identifier of a message: a version 7 UUID (RFC 9562 section 5.7), so that new ones
    /// stand at the end of an index.
    func makeMessageID() -> String {
        let milliseconds = UInt64(saturating: time.now.timeIntervalSince1970 * 1000)
        var bytes = generator.withLock { generator in
            (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        }
        for index in 0..<6 {
            bytes[index] = UInt8(truncatingIfNeeded: milliseconds >> (40 - 8 * UInt64(index)))
        }
        return UUID(bytes: bytes, version: 7).uuidString.lowercased()
    }

    /// Counts a call of an installation.
    ///
    /// The calls are counted by the secret that they present, before it is compared with the
    /// stored one: a caller who knows only an installation's identifier uses up a budget of its
    /// own.
    ///
    /// - Throws: `Problem` when it calls too often.
    func countCall(of installation: String, by caller: DeviceCaller) throws(Problem) {
        let now = time.now
        let installation = installation.prefix(GatewayLimits.nameByteCountMax)
        let name = "\(caller.app.bundleID) \(Hex.encode(caller.secret.hash)) \(installation)"
        let isAllowed = callBudget.withLock { $0.take(name, now: now) }
        guard !isAllowed else { return }
        throw Problem(
            .tooManyCalls,
            "more than \(GatewayLimits.deviceCallsPerMinute) calls a minute; wait "
                + "\(GatewayLimits.deviceCallRetrySeconds) seconds, and gather receipts")
    }

    /// Logs an error of a request that is the gateway's own.
    func note(_ error: any Error) {
        if error is MethodNotAllowed || error is CancellationError { return }
        let kind = Problem(describing: error).kind
        guard kind == .internalError || kind == .storageUnavailable else { return }
        worker.failures.requestFailed(error)
    }

    /// Something made of this gateway's randomness.
    func makeRandom<Value: Sendable>(
        _ make: (inout any RandomNumberGenerator & Sendable) -> Value
    ) -> Value {
        generator.withLock { make(&$0) }
    }

    /// Makes an API key and stores its hash.
    ///
    /// - Parameter name: what it is for.
    /// - Returns: the key's whole text, which nobody can get again.
    public func makeAPIKey(name: String) async throws -> String {
        let key = generator.withLock { APIKey(using: &$0) }
        try await store.insertKey(key.stored(name: name, createdAt: time.now))
        return key.text
    }

    /// The key for development on this machine: the one that was kept, if it is still good, else a
    /// new one.
    ///
    /// - Parameter kept: what the caller stored after an earlier call, in a file only its owner can
    ///   read.
    public func makeDevelopmentKey(kept: String? = nil) async throws -> String {
        if let kept, (try? await authenticate(kept)) != nil { return kept }
        return try await makeAPIKey(name: "development")
    }

    /// Finds the stored key that a text is.
    ///
    /// - Throws: `Problem` when it is missing or not known.
    public func authenticate(_ text: String?) async throws -> StoredAPIKey {
        guard let text, !text.isEmpty else {
            throw Problem(
                .keyMissing, "send the header \"Authorization: Bearer bh_…\" with an API key")
        }
        guard !text.hasPrefix(AppKeys.clientKeyPrefix) else {
            throw Problem(
                .keyUnknown,
                "this is an app's client key, which is good under /v1/device only; send an API key")
        }
        guard let key = APIKey(text), let stored = try await store.key(id: key.id),
            key.matches(stored)
        else {
            throw Problem(
                .keyUnknown,
                "the API key is not known here; check that it is whole and of this gateway")
        }
        return stored
    }
}

/// Runs the worker, and closes the connections to APNs when it has finished.
private struct SendingService: Service {
    let worker: DeliveryWorker
    let sender: any PushSending

    func run() async throws {
        try await worker.run()
        await sender.shutdown()
    }
}
