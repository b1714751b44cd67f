// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import ControlAPI
import Explain

/// One broadcast of `bellhop push --channel`.
struct BroadcastSession {
    let route: PushRoute
    let endpoint: Endpoint
    let request: BroadcastRequest
    /// What was not given, in words.
    let inferred: [String]
    /// What lint finds wrong or unwise in the payload of a broadcast, such as an alert that no
    /// Live Activity reads.
    let hints: [PushHint]

    init(
        _ channel: String, payload: PayloadFile, headers: HeaderOptions, requestID: String?,
        route: PushRoute, destination: DestinationOptions
    ) throws {
        guard destination.device == nil, headers.collapseID == nil else {
            throw CommandFailure(
                .usage, "a broadcast goes to a channel: leave --device and --collapse-id out")
        }
        self.route = route
        let channel = try ChannelCommands.parseID(channel)
        endpoint = try route.broadcastEndpoint(destination)
        let app = try route.channelApp(
            try headers.parsedTopic()?.bundleID ?? payload.file.targetBundleID)
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
        var explained = ExplainedPush(
            reading: payload.source, pushType: type, priority: priority, expiration: expiration)
        explained.channelID = channel.text
        hints = PushHint.hints(for: explained)
        let id = try requestID.map(HeaderOptions.parseID)
        request = BroadcastRequest(
            channelID: channel, body: payload.file.body, bundleID: app,
            pushType: type ?? .liveactivity, priority: priority ?? .immediate,
            expiration: expiration ?? .oneAttempt, id: id)
    }

    /// The request as it would be sent, without the provider token.
    func dryRun(_ format: OutputFormat) -> String {
        let all =
            [
                (name: ":method", value: "POST"), (":path", request.path),
                (":authority", endpoint.authority),
            ] + request.headerFields
        let text = String(decoding: request.body, as: UTF8.self)
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
        var configuration = route.channelConfiguration(endpoint)
        // The word on size shall be APNs' own.
        configuration.checksPayloadSize = false
        let client = APNSClient(configuration: configuration)
        let outcome = try await client.send(request)
        await client.shutdown()
        switch outcome {
        case .accepted(let id): return try text(id, try await delivery(id), format)
        case .rejected(let rejection):
            let report = try await delivery(rejection.requestID)
            throw CommandFailure.refused(rejection, because: report?.note)
        case .unknown(let unknown):
            throw CommandFailure.noAnswer(
                from: endpoint, unknown,
                unknown.mayHaveBeenProcessed ? "it may have been broadcast" : nil)
        }
    }

    private func text(
        _ id: APNSID?, _ report: DeliveryReport?, _ format: OutputFormat
    ) throws -> String {
        if format == .json {
            var object: JSONObject = [
                "result": "accepted", "app": .string(request.bundleID),
                "channel": .string(request.channelID.text),
                "apns_request_id": id.map { .string($0.text) } ?? .null,
                "inferred": .array(inferred.map { .string($0) }),
                "hints": .array(hints.map { .string($0.words) }),
            ]
            if let report {
                object["summary"] = .string(report.summary)
                object["delivery"] = try JSONReader.read(ControlJSON.encode(report)).value
            }
            return JSONWriter.text(.object(object), style: .indented)
        }
        var lines = ["to        channel \(request.channelID) of \(request.bundleID)"]
        lines += inferred.map { "inferred  " + Console.styled($0, .dim) }
        lines.append(
            "APNs      " + Console.styled("accepted", .green)
                + ", apns-request-id \(id?.text ?? "unknown")")
        if let report { lines.append("then      " + report.summary) }
        lines += hints.map { "hint      " + Console.styled($0.words, .yellow) }
        return lines.joined(separator: "\n")
    }

    private func delivery(_ id: APNSID?) async throws -> DeliveryReport? {
        guard case .simulator(_, let client, _, _, _) = route, let id else { return nil }
        return try await asking {
            try await client.delivery(apnsID: id, wait: PushSession.phoneTimeout)
        }
    }
}
