// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import Logging
public import NIOCore
public import NIOPosix

/// Creates, reads, lists and deletes the broadcast channels of apps.
///
/// ```swift
/// let channels = APNSChannelClient(
///     configuration: .init(
///         endpoint: .appleChannels(.production), authentication: .providerToken(source)))
/// let channel = try await channels.create(storing: .none, bundleID: "com.example.app")
/// ```
///
/// Apple manages channels on hosts and ports of their own, so this is a client beside the
/// ``APNSClient`` that sends the broadcasts. Give both the same token source, so that they share
/// one provider token; trust roots, proxy, deadlines and certificates work as they do there. It
/// connects when first asked, and is safe to use from any task. Source: "Sending channel management
/// requests to APNs".
public final class APNSChannelClient: Sendable {
    private let transport: ClientTransport
    private let tracing: SendTracing?

    /// Makes a client; it connects when the first request is sent.
    ///
    /// - Parameters:
    ///   - configuration: usually with ``Endpoint/appleChannels(_:)``.
    ///   - eventLoopGroup: one of its event loops carries all connections of the client; it must
    ///     outlive the client.
    ///   - time: says how old a provider token is and times the deadlines.
    ///   - logger: gets constant messages at debug level, without tokens; `nil` for none.
    public init(
        configuration: APNSClient.Configuration,
        eventLoopGroup: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        time: TimeSource = .system, logger: Logger? = nil
    ) {
        tracing = SendTracing(endpoint: configuration.endpoint)
        transport = ClientTransport(
            configuration: configuration, eventLoop: eventLoopGroup.next(), time: time,
            logger: logger)
    }

    /// A client that was not shut down drops its connections and leaves nothing behind.
    deinit { transport.abandon() }

    /// Creates a channel. It lives until it is deleted, and what it stores cannot be changed. An
    /// app has 10,000 channels at most in each environment.
    ///
    /// - Parameters:
    ///   - storage: what APNs keeps for devices that are away. A channel that stores nothing may
    ///     publish more.
    ///   - bundleID: the app, without the suffix of a push type.
    ///   - requestID: `apns-request-id`; `nil` lets APNs make one.
    /// - Returns: the identifier that APNs chose. Keep it: an app follows the channel by it, and
    ///   broadcasts name it.
    /// - Throws: ``APNSChannelError``. When the answer is lost there may be a new channel all the
    ///   same, and ``APNSChannelError/isSafeToRepeat`` is `false`.
    public func create(
        storing storage: ChannelStorage, bundleID: String, requestID: APNSID? = nil
    ) async throws(APNSChannelError) -> ChannelID {
        let operation = ChannelRequest.Operation.create(storage)
        let answer = try await ask(operation, bundleID, requestID)
        guard let channel = answer.channelID.flatMap({ ChannelID($0) }) else {
            throw APNSChannelError(
                operation, .unusableAnswer("the answer names no channel that is base64"))
        }
        return channel
    }

    /// Asks what a channel stores.
    ///
    /// - Throws: ``APNSChannelError``, with the reason `ChannelNotRegistered` when there is no such
    ///   channel in this environment.
    public func read(
        _ channel: ChannelID, bundleID: String, requestID: APNSID? = nil
    ) async throws(APNSChannelError) -> ChannelStorage {
        let operation = ChannelRequest.Operation.read(channel)
        let answer = try await ask(operation, bundleID, requestID)
        guard let storage = ChannelBody.storage(in: answer.body) else {
            throw APNSChannelError(
                operation, .unusableAnswer("the answer does not describe a channel"))
        }
        return storage
    }

    /// Lists every channel of an app, in APNs' order.
    ///
    /// - Throws: ``APNSChannelError``; a list that came in part, or is longer than 1 MiB, is
    ///   ``APNSChannelError/Cause/unusableAnswer(_:)``.
    public func list(
        bundleID: String, requestID: APNSID? = nil
    ) async throws(APNSChannelError) -> [ChannelID] {
        let answer = try await ask(.list, bundleID, requestID)
        guard let channels = ChannelBody.channels(in: answer.body) else {
            throw APNSChannelError(
                .list, .unusableAnswer("the answer is not a list of channels"))
        }
        return channels
    }

    /// Deletes a channel for good. A broadcast that APNs has kept may still be delivered.
    ///
    /// - Throws: ``APNSChannelError``, with the reason `ChannelNotRegistered` when there is no such
    ///   channel in this environment (any more).
    public func delete(
        _ channel: ChannelID, bundleID: String, requestID: APNSID? = nil
    ) async throws(APNSChannelError) {
        _ = try await ask(.delete(channel), bundleID, requestID)
    }

    /// Takes no more requests, waits until those under way have their outcome (each within its
    /// deadline), says GOAWAY and closes. Calling it again waits for the same end.
    public func shutdown() async { await transport.shutdown() }

    /// Asks APNs; an answer that is no refusal comes back.
    private func ask(
        _ operation: ChannelRequest.Operation, _ bundleID: String, _ requestID: APNSID?
    ) async throws(APNSChannelError) -> Answer {
        guard Topic.isPlausible(bundleID) else {
            throw APNSChannelError(operation, .badBundleID(bundleID))
        }
        let request = ChannelRequest(operation, bundleID: bundleID, id: requestID)
        switch await carry(request) {
        case .answered(let answer):
            if let unknown = UnknownOutcome(channelAnswer: answer) {
                throw APNSChannelError(operation, .noAnswer(unknown))
            }
            if let rejection = ChannelRejection(answer) {
                throw APNSChannelError(operation, .rejected(rejection))
            }
            return answer
        case .unknown(let unknown): throw APNSChannelError(operation, .noAnswer(unknown))
        case .closed: throw APNSChannelError(operation, .closed)
        }
    }

    private func carry(_ request: ChannelRequest) async -> EngineOutcome {
        let call = EngineRequest.call(EngineCall(request))
        guard let tracing else { return await transport.send(call) }
        return await tracing.call(
            "APNs channel \(request.method)", topic: request.bundleID, pushType: .liveactivity
        ) { await transport.send(call) }
    }
}
