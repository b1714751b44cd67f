// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import HTTPTypes
import Hummingbird
import NIOCore

// The operations about users, aliases and topics.
extension GatewayCall {
    /// Returns the app that the query names, and refuses other parameters.
    private func namedApp() throws -> String? {
        for (name, _) in try query() where name != "app" {
            throw FormReader.unknown(name, keys: ["app"], at: nil)
        }
        return try query().last?.value
    }

    /// Handles `GET /v1/users/{user}`.
    func user() async throws -> Response {
        let page = try PageQuery(try query(), also: ["app"])
        return try answer(
            try await gateway.user(
                try parameter("user"), app: page.others["app"], after: page.after,
                limit: page.limit ?? GatewayLimits.pageEntriesDefault, within: limit))
    }

    /// Handles `DELETE /v1/users/{user}`: responds with 200 if the user is erased, and with 202 if
    /// something is still left.
    func eraseUser() async throws -> Response {
        var app: String?
        var isFinal = false
        for (name, value) in try query() {
            switch (name, value) {
            case ("app", _): app = value
            case ("final", "true"): isFinal = true
            case ("final", "false"): isFinal = false
            case ("final", _):
                throw Problem(
                    .badQuery, "\"final\" is neither true nor false; send one of them",
                    keyPath: "final")
            default: throw FormReader.unknown(name, keys: ["app", "final"], at: nil)
            }
        }
        let order = try await gateway.eraseUser(
            try parameter("user"), app: app, isFinal: isFinal, within: limit)
        return try answer(order, status: order.state == .done ? .ok : .accepted)
    }

    /// Handles `GET /v1/erasures/{id}`.
    func erasure() async throws -> Response {
        try answer(try await gateway.erasure(try parameter("id"), within: limit))
    }

    /// Handles `GET /v1/users/{user}/export`. The response is sent while it is read from the
    /// database, so its size has no limit.
    func exportUser() async throws -> Response {
        let export = try await gateway.export(
            try parameter("user"), app: try namedApp(), within: limit)
        return Response(
            status: .ok,
            headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                try await export.write { bytes in
                    try await writer.write(ByteBuffer(bytes: bytes))
                }
                try await writer.finish(nil)
            })
    }

    /// Handles `GET /v1/apps/{bundle_id}/installations`. The response is sent while it is read.
    func exportInstallations() async throws -> Response {
        let bundleID = try bundleID()
        var after: String?
        for (name, value) in try query() {
            guard name == "after" else {
                throw FormReader.unknown(name, keys: ["after"], at: nil)
            }
            after = value
        }
        let export = try await gateway.exportInstallations(of: bundleID, after: after)
        return Response(
            status: .ok,
            headers: [.contentType: "application/x-ndjson", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                try await export.write { bytes in
                    try await writer.write(ByteBuffer(bytes: bytes))
                }
                try await writer.finish(nil)
            })
    }

    /// Handles `POST /v1/users/{user}/merge`.
    func mergeUser() async throws -> Response {
        let app = try namedApp()
        let request = try MergeRequest(reading: try await body())
        return try answer(
            try await gateway.merge(request, into: try parameter("user"), app: app, within: limit))
    }

    /// Handles `PUT /v1/users/{user}/aliases/{label}`.
    func putAlias() async throws -> Response {
        let app = try namedApp()
        let request = try AliasRequest(reading: try await body())
        return try answer(
            try await gateway.putAlias(
                try parameter("label"), request, of: try parameter("user"), app: app,
                within: limit))
    }

    /// Handles `DELETE /v1/users/{user}/aliases/{label}`.
    func deleteAlias() async throws -> Response {
        try await gateway.deleteAlias(
            try parameter("label"), of: try parameter("user"), app: try namedApp(), within: limit)
        return Response(status: .noContent)
    }

    /// Handles `PUT /v1/users/{user}/topics/{topic}`.
    func decideForUser() async throws -> Response {
        let app = try namedApp()
        let decision = try TopicDecision(reading: try await body())
        return try answer(
            try await gateway.decide(
                decision, topic: try parameter("topic"), ofUser: try parameter("user"), app: app,
                within: limit))
    }

    /// Handles `GET /v1/users/{user}/consent`.
    func consentsOfUser() async throws -> Response {
        let page = try PageQuery(try query(), also: ["app"])
        return try answer(
            try await gateway.consents(
                ofUser: try parameter("user"), app: page.others["app"], after: page.after,
                limit: page.limit ?? GatewayLimits.pageEntriesDefault, within: limit))
    }

    // MARK: Topics

    /// Handles `GET /v1/apps/{bundle_id}/topics`.
    func topics() async throws -> Response {
        try answer(try await gateway.topics(of: try bundleID()))
    }

    /// Handles `PUT /v1/apps/{bundle_id}/topics/{topic}`.
    func putTopic() async throws -> Response {
        let bundleID = try bundleID()
        let request = try TopicRequest(reading: try await body())
        return try answer(
            try await gateway.putTopic(try parameter("topic"), request, of: bundleID))
    }

    /// Handles `DELETE /v1/apps/{bundle_id}/topics/{topic}`.
    func deleteTopic() async throws -> Response {
        try await gateway.deleteTopic(try parameter("topic"), of: try bundleID())
        return Response(status: .noContent)
    }

    /// Handles `PUT /v1/installations/{installation_id}/topics/{topic}`.
    func decideForInstallation() async throws -> Response {
        let decision = try TopicDecision(reading: try await body())
        return try answer(
            try await gateway.decide(
                decision, topic: try parameter("topic"),
                ofInstallation: try parameter("installation_id"), within: limit))
    }

    /// Handles `GET /v1/installations/{installation_id}/consent`.
    func consentsOfInstallation() async throws -> Response {
        let page = try PageQuery(try query(), also: [])
        return try answer(
            try await gateway.consents(
                ofInstallation: try parameter("installation_id"), after: page.after,
                limit: page.limit ?? GatewayLimits.pageEntriesDefault, within: limit))
    }

    /// Handles `GET /v1/device/installations/{installation_id}/topics`.
    func deviceTopics() async throws -> Response {
        try answer(
            try await gateway.deviceTopics(
                id: try parameter("installation_id"), by: try device()))
    }

    /// Handles `PUT /v1/device/installations/{installation_id}/topics/{topic}`.
    func decideOnDevice() async throws -> Response {
        let decision = try TopicDecision(
            reading: try await body(byteCountMax: GatewayLimits.deviceBodyByteCountMax))
        return try answer(
            try await gateway.decideOnDevice(
                decision, topic: try parameter("topic"), id: try parameter("installation_id"),
                by: try device()))
    }
}
