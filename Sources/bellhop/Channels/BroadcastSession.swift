// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import ControlAPI

/// One broadcast of `bellhop push --channel`.
struct BroadcastSession {
    let route: PushRoute
    let endpoint: Endpoint
    let app: String
    let channel: ChannelID
    let body: [UInt8]
    let fields: [(name: String, value: String)]
    /// What was not given, in words.
    let inferred: [String]

    init(
        _ channel: String, payload: PayloadFile, headers: HeaderOptions, requestID: String?,
        route: PushRoute, destination: DestinationOptions
    ) throws {
        guard destination.device == nil, headers.collapseID == nil else {
            throw CommandFailure(
                .usage, "a broadcast goes to a channel: leave --device and --collapse-id out")
        }
        self.route = route
        self.channel = try ChannelCommands.parseID(channel)
        endpoint = try route.broadcastEndpoint(destination)
        app = try route.channelApp(
            try headers.parsedTopic()?.bundleID ?? payload.file.targetBundleID)
        body = payload.file.body
        var inferred: [String] = []
        let type = try headers.parsedType()
        if type == nil { inferred.append("apns-push-type liveactivity: broadcasts take no other") }
        let priority = try headers.parsedPriority()
        if priority == nil { inferred.append("apns-priority 10: usual for liveactivity pushes") }
        let expiration = try headers.parsedExpiration()
        if expiration == nil {
            inferred.append("apns-expiration 0: nothing is kept for phones that are away")
        }
        self.inferred = inferred
        var fields = [
            (APNSHeader.channelID, channel),
            (APNSHeader.pushType, (type ?? .liveactivity).rawValue),
            (APNSHeader.priority, String((priority ?? .immediate).rawValue)),
            (APNSHeader.expiration, String((expiration ?? .oneAttempt).epochSeconds)),
        ]
        if let requestID { fields.append((APNSHeader.requestID, requestID)) }
        self.fields = fields
    }

    private var path: String { APNSHeader.broadcastPathPrefix + app }

    /// The request as it would be sent, without the provider token.
    func dryRun(_ format: OutputFormat) -> String {
        let all =
            [
                (name: ":method", value: "POST"), (":path", path),
                (":authority", endpoint.authority),
            ] + fields
        let text = String(decoding: body, as: UTF8.self)
        guard format == .json else {
            return (all.map { "\($0.name): \($0.value)" } + ["", text]).joined(separator: "\n")
        }
        let object: JSONObject = [
            "dry_run": true,
            "headers": .object(
                JSONObject(all.map { .init(key: $0.name, value: .string($0.value)) })),
            "body": .string(text),
        ]
        return JSONWriter.text(.object(object), style: .indented)
    }

    /// Sends it, and asks the simulator who got it.
    ///
    /// - Throws: ``CommandFailure`` with status 1 when APNs refuses it.
    func send(_ format: OutputFormat) async throws -> String {
        let caller = ChannelCaller(
            endpoint: endpoint, credential: route.credential, trustRoots: route.trustRoots)
        let answer = try await caller.send("POST", path, headers: fields, body: body)
        let report = try await delivery(answer.requestID)
        if let reason = answer.reason { throw answer.failure(reason, because: report?.note) }
        if format == .json {
            var object: JSONObject = [
                "result": "accepted", "app": .string(app), "channel": .string(channel.text),
                "apns_request_id": answer.requestID.map { .string($0.text) } ?? .null,
                "inferred": .array(inferred.map { .string($0) }),
            ]
            if let report {
                object["summary"] = .string(report.summary)
                object["delivery"] = try JSONReader.read(ControlJSON.encode(report)).value
            }
            return JSONWriter.text(.object(object), style: .indented)
        }
        var lines = ["to        channel \(channel) of \(app)"]
        lines += inferred.map { "inferred  " + Console.styled($0, .dim) }
        lines.append(
            "APNs      " + Console.styled("accepted", .green)
                + ", apns-request-id \(answer.requestID?.text ?? "unknown")")
        if let report { lines.append("then      " + report.summary) }
        return lines.joined(separator: "\n")
    }

    private func delivery(_ id: APNSID?) async throws -> DeliveryReport? {
        guard case .simulator(_, let client, _, _, _) = route, let id else { return nil }
        return try await asking {
            try await client.delivery(apnsID: id, wait: PushSession.phoneTimeout)
        }
    }
}
