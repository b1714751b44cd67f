// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import HTTPTypes
import Hummingbird

extension GatewayRoutes {
    /// The routes of broadcast channels.
    static var channels: [(path: String, operations: [Operation])] {
        [
            (
                "/v1/channels",
                [
                    Operation(.get, .campaignsRead) { try await $0.listChannels() },
                    Operation(.post, .campaignsWrite) { try await $0.createChannel() },
                ]
            ),
            (
                "/v1/channels/:channel",
                [
                    Operation(.get, .campaignsRead) { try await $0.channel() },
                    Operation(.delete, .campaignsWrite) { try await $0.deleteChannel() },
                ]
            ),
            (
                "/v1/channels/:channel/broadcasts",
                [Operation(.post, .campaignsWrite) { try await $0.broadcast() }]
            ),
        ]
    }
}

extension GatewayCall {
    /// Returns the app and the environment that the query names, and the rest of the query.
    private func place() throws -> (
        app: String?, environment: APNSEnvironment, rest: [(name: String, value: String)]
    ) {
        var rest = try query()
        let app = rest.first { $0.name == "app" }?.value
        let text = rest.first { $0.name == "environment" }?.value
        rest.removeAll { $0.name == "app" || $0.name == "environment" }
        guard let environment = text.flatMap(APNSEnvironment.init(rawValue:)) else {
            throw Problem(
                text == nil ? .environmentNeeded : .badValue,
                "a channel belongs to one environment; add ?environment=sandbox or "
                    + "?environment=production", keyPath: "environment")
        }
        return (app, environment, rest)
    }

    private func onlyPlace() throws -> (app: String?, environment: APNSEnvironment) {
        let place = try place()
        if let other = place.rest.first {
            throw FormReader.unknown(other.name, keys: ["app", "environment"], at: nil)
        }
        return (place.app, place.environment)
    }

    /// Handles `GET /v1/channels`.
    fileprivate func listChannels() async throws -> Response {
        let (app, environment) = try onlyPlace()
        return try answer(
            try await gateway.channels(app: app, environment, within: limit))
    }

    /// Handles `POST /v1/channels`.
    fileprivate func createChannel() async throws -> Response {
        let (app, environment) = try onlyPlace()
        let request = try ChannelCreation(reading: try await body())
        return try answer(
            try await gateway.createChannel(request, app: app, environment, within: limit),
            status: .created)
    }

    /// Handles `GET /v1/channels/{channel}`.
    fileprivate func channel() async throws -> Response {
        let (app, environment) = try onlyPlace()
        return try answer(
            try await gateway.channel(
                try parameter("channel"), app: app, environment, within: limit))
    }

    /// Handles `DELETE /v1/channels/{channel}`.
    fileprivate func deleteChannel() async throws -> Response {
        let (app, environment) = try onlyPlace()
        try await gateway.deleteChannel(
            try parameter("channel"), app: app, environment, within: limit)
        return Response(status: .noContent)
    }

    /// Handles `POST /v1/channels/{channel}/broadcasts`.
    fileprivate func broadcast() async throws -> Response {
        let (app, environment, rest) = try place()
        let keys = ["priority", "expires_in"]
        if let other = rest.first(where: { !keys.contains($0.name) }) {
            throw FormReader.unknown(other.name, keys: ["app", "environment"] + keys, at: nil)
        }
        let options = try MessageOptions(query: rest)
        return try answer(
            try await gateway.broadcast(
                try await body(), to: try parameter("channel"), options: options, app: app,
                environment, within: limit), status: .accepted)
    }
}
