// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
public import APNSWire
public import GatewayAPI
import GatewayModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Broadcast channels. APNs stores them; the gateway stores nothing about them.
extension Gateway {
    /// Creates a channel.
    ///
    /// - Parameter app: the bundle identifier; `nil` if there is only one app.
    /// - Throws: `Problem` if the app has no credential, or APNs refuses.
    public func createChannel(
        _ request: ChannelCreation, app: String?, _ environment: APNSEnvironment,
        within limit: AppLimit = .none
    ) async throws -> ChannelResource {
        let (app, credential) = try await sendingApp(app, within: limit)
        let id = try await ask(credential, environment) { client throws(APNSChannelError) in
            try await client.create(storing: request.storage.storage, bundleID: app)
        }
        return ChannelResource(
            id: id.text, app: app, environment: environment, storage: request.storage)
    }

    /// Returns all channels of an app in one environment.
    public func channels(
        app: String?, _ environment: APNSEnvironment, within limit: AppLimit = .none
    ) async throws -> ChannelList {
        let (app, credential) = try await sendingApp(app, within: limit)
        let found = try await ask(credential, environment) { client throws(APNSChannelError) in
            try await client.list(bundleID: app)
        }
        return ChannelList(
            channels: found.map {
                ChannelResource(id: $0.text, app: app, environment: environment, storage: nil)
            })
    }

    /// Returns a channel with its storage policy.
    ///
    /// - Throws: `Problem` if there is no such channel in the environment.
    public func channel(
        _ id: String, app: String?, _ environment: APNSEnvironment,
        within limit: AppLimit = .none
    ) async throws -> ChannelResource {
        let channel = try Self.channelID(id)
        let (app, credential) = try await sendingApp(app, within: limit)
        let storage = try await ask(credential, environment) { client throws(APNSChannelError) in
            try await client.read(channel, bundleID: app)
        }
        return ChannelResource(
            id: channel.text, app: app, environment: environment,
            storage: ChannelStorageName(storage))
    }

    /// Deletes a channel permanently.
    ///
    /// - Throws: `Problem` if there is no such channel in the environment.
    public func deleteChannel(
        _ id: String, app: String?, _ environment: APNSEnvironment,
        within limit: AppLimit = .none
    ) async throws {
        let channel = try Self.channelID(id)
        let (app, credential) = try await sendingApp(app, within: limit)
        try await ask(credential, environment) { client throws(APNSChannelError) in
            try await client.delete(channel, bundleID: app)
        }
    }

    /// Sends a broadcast to everybody who follows a channel, and waits for APNs' response.
    ///
    /// - Parameters:
    ///   - payload: the payload of a Live Activity, as Apple documents it.
    ///   - options: the priority, by default 10, and the expiration, by default 0, which means one
    ///     attempt.
    /// - Throws: `Problem` if the payload is invalid, or APNs refuses.
    public func broadcast(
        _ payload: [UInt8], to id: String, options: MessageOptions = .init(), app: String?,
        _ environment: APNSEnvironment, within limit: AppLimit = .none
    ) async throws -> BroadcastResource {
        let channel = try Self.channelID(id)
        let content = try MessageContent(payloadBytes: payload)
        guard content.payload.aps?.liveActivity.event != nil else {
            throw Problem(
                .valueMissing,
                "a broadcast changes Live Activities, but the payload has no event; send \"aps\" "
                    + "with \"event\", \"timestamp\" and \"content-state\"", keyPath: "aps.event")
        }
        let (app, credential) = try await sendingApp(
            app ?? content.options.app, within: limit)
        let pool = try requireCampaigns().pool
        let client = try await pool.client(for: credential, environment, lane: .live)
        let request = BroadcastRequest(
            channelID: channel, body: content.body, bundleID: app,
            priority: options.priority ?? .immediate,
            expiration: expiration(options.expiry))
        let outcome: BroadcastOutcome
        do { outcome = try await client.send(request) } catch let error as PushRequestError {
            throw Problem(.payloadTooLarge, "\(error)")
        }
        switch outcome {
        case .accepted(let requestID):
            return BroadcastResource(
                channel: channel.text, app: app, environment: environment,
                requestID: requestID?.text)
        case .rejected(let rejection): throw Problem(rejection)
        case .unknown(let unknown): throw Problem(unknown)
        }
    }

    private func expiration(_ expiry: MessageOptions.Expiry?) -> PushExpiration {
        switch expiry {
        case nil, .after(seconds: 0): .oneAttempt
        case .after(let seconds): .at(time.now.addingTimeInterval(Double(seconds)))
        case .at(let date): .at(date)
        }
    }

    private static func channelID(_ text: String) throws(Problem) -> ChannelID {
        guard let channel = ChannelID(text) else {
            throw Problem(
                .badValue,
                "this is not the identifier of a channel; send the base64 text that APNs chose, "
                    + "percent-encoded", keyPath: "channel")
        }
        return channel
    }

    /// Returns an app with its credential.
    private func sendingApp(
        _ named: String?, within limit: AppLimit
    ) async throws -> (String, AppCredential) {
        _ = try requireCampaigns()
        let app = try await RecipientResolver(store: store, limit: limit).app(named)
        guard let credential = try await store.credential(bundleID: app.bundleID) else {
            throw Problem(
                .noCredential,
                "\(app.bundleID) has no key for APNs; upload one with PUT "
                    + "/v1/apps/\(app.bundleID)/credential")
        }
        if credential.isShadow { throw Problem.appInShadow(app.bundleID) }
        return (app.bundleID, credential)
    }

    private func ask<Value: Sendable>(
        _ credential: AppCredential, _ environment: APNSEnvironment,
        _ body: (APNSChannelClient) async throws(APNSChannelError) -> Value
    ) async throws -> Value {
        let client = try requireCampaigns().pool.channelClient(for: credential, environment)
        let result: Result<Value, APNSChannelError>
        do throws(APNSChannelError) { result = .success(try await body(client)) } catch {
            result = .failure(error)
        }
        await client.shutdown()
        switch result {
        case .success(let value): return value
        case .failure(let error): throw Problem(error)
        }
    }
}

extension Problem {
    fileprivate init(_ error: APNSChannelError) {
        switch error.cause {
        case .rejected(let rejection) where rejection.reason == .channelNotRegistered:
            self.init(.channelNotFound, "\(error)")
        case .rejected: self.init(.apnsRefused, "\(error)")
        case .noResponse, .invalidResponse, .closed: self.init(.apnsUnavailable, "\(error)")
        case .badBundleID: self.init(.badValue, "\(error)", keyPath: "app")
        }
    }

    fileprivate init(_ rejection: ChannelRejection) {
        self.init(
            rejection.reason == .channelNotRegistered ? .channelNotFound : .apnsRefused,
            "APNs rejected the broadcast: \(rejection)")
    }

    fileprivate init(_ unknown: UnknownOutcome) {
        self.init(
            .apnsUnavailable,
            "APNs did not respond to the broadcast: \(unknown.cause); "
                + (unknown.mayHaveBeenProcessed
                    ? "it may have been sent, and repeating it may play its alert twice"
                    : "it was not sent; repeat the request"))
    }
}
