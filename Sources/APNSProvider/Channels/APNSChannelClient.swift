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
/// Apple manages channels on separate hosts and ports, so this client is used in addition to the
/// ``APNSClient`` that sends the broadcasts. Give both clients the same token source, so that they
/// share one provider token. Trust roots, proxy, deadlines and certificates work as in
/// ``APNSClient``. A channel client connects when the first request is sent, and is safe to use
/// from any task. Source: "Sending channel management requests to APNs".
public final class APNSChannelClient: Sendable {
    private let transport: ClientTransport
    private let tracing: SendTracing?

    /// Makes a client; it connects when the first request is sent.
    ///
    /// - Parameters:
    ///   - configuration: usually with ``Endpoint/appleChannels(_:)``.
    ///   - eventLoopGroup: the group must outlive the client; all connections of the client run on
    ///     one event loop of the group.
    ///   - time: the clock for the age of provider tokens and for deadlines.
    ///   - logger: receives fixed messages at debug level, without tokens; `nil` turns logging off.
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

    /// Closes all connections and releases the resources of a client that was not shut down.
    deinit { transport.abandon() }

    /// Creates a channel, which exists until it is deleted. Its storage policy cannot be changed.
    /// An app can have at most 10,000 channels in each environment.
    ///
    /// - Parameters:
    ///   - storage: the broadcasts that APNs stores for devices that are offline. APNs allows more
    ///     frequent broadcasts to a channel without storage.
    ///   - bundleID: the app's bundle identifier, without the suffix of a push type.
    ///   - requestID: `apns-request-id`; if `nil`, APNs generates an identifier.
    /// - Returns: The identifier that APNs chose. Store the identifier: apps need it to subscribe
    ///   to the channel, and broadcasts need it to address the channel.
    /// - Throws: ``APNSChannelError``. If the response is lost, the channel may have been created
    ///   nevertheless, and ``APNSChannelError/isSafeToRepeat`` is `false`.
    public func create(
        storing storage: ChannelStorage, bundleID: String, requestID: APNSID? = nil
    ) async throws(APNSChannelError) -> ChannelID {
        let operation = ChannelRequest.Operation.create(storage)
        let response = try await ask(operation, bundleID, requestID)
        guard let channel = response.channelID.flatMap({ ChannelID($0) }) else {
            throw APNSChannelError(
                operation, .invalidResponse("the response has no channel identifier in Base64"))
        }
        return channel
    }

    /// Reads the storage policy of a channel.
    ///
    /// - Throws: ``APNSChannelError``, with the reason `ChannelNotRegistered` when the channel does
    ///   not exist in this environment.
    public func read(
        _ channel: ChannelID, bundleID: String, requestID: APNSID? = nil
    ) async throws(APNSChannelError) -> ChannelStorage {
        let operation = ChannelRequest.Operation.read(channel)
        let response = try await ask(operation, bundleID, requestID)
        guard let storage = ChannelBody.storage(in: response.body) else {
            throw APNSChannelError(
                operation, .invalidResponse("the response does not describe a channel"))
        }
        return storage
    }

    /// Lists every channel of an app, in APNs' order.
    ///
    /// - Throws: ``APNSChannelError``; an incomplete list, or a list longer than 1 MiB, is reported
    ///   as ``APNSChannelError/Cause/invalidResponse(_:)``.
    public func list(
        bundleID: String, requestID: APNSID? = nil
    ) async throws(APNSChannelError) -> [ChannelID] {
        let response = try await ask(.list, bundleID, requestID)
        guard let channels = ChannelBody.channels(in: response.body) else {
            throw APNSChannelError(
                .list, .invalidResponse("the response is not a list of channels"))
        }
        return channels
    }

    /// Deletes a channel permanently. A broadcast that APNs has stored may still be delivered.
    ///
    /// - Throws: ``APNSChannelError``, with the reason `ChannelNotRegistered` when the channel does
    ///   not exist, or no longer exists, in this environment.
    public func delete(
        _ channel: ChannelID, bundleID: String, requestID: APNSID? = nil
    ) async throws(APNSChannelError) {
        _ = try await ask(.delete(channel), bundleID, requestID)
    }

    /// Stops accepting requests, waits for the outcomes of all pending requests (each within its
    /// deadline), sends GOAWAY and closes the connections. A second call waits for the same
    /// shutdown.
    public func shutdown() async { await transport.shutdown() }

    /// Sends a request to APNs and returns the response; throws an error if it is a rejection.
    private func ask(
        _ operation: ChannelRequest.Operation, _ bundleID: String, _ requestID: APNSID?
    ) async throws(APNSChannelError) -> EngineResponse {
        guard Topic.isPlausible(bundleID) else {
            throw APNSChannelError(operation, .badBundleID(bundleID))
        }
        let request = ChannelRequest(operation, bundleID: bundleID, id: requestID)
        switch await carry(request) {
        case .response(let response):
            if let unknown = UnknownOutcome(channelResponse: response) {
                throw APNSChannelError(operation, .noResponse(unknown))
            }
            if let rejection = ChannelRejection(response) {
                throw APNSChannelError(operation, .rejected(rejection))
            }
            return response
        case .unknown(let unknown): throw APNSChannelError(operation, .noResponse(unknown))
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
