// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
package import APNSWire
import ControlAPI
package import Explain

/// A broadcast to all followers of a channel.
package struct BroadcastSession: Sendable {
    private let route: PushRoute
    private let endpoint: Endpoint
    private let request: BroadcastRequest
    /// Descriptions of the headers that were inferred.
    private let inferred: [String]
    /// The findings of lint about the payload, for instance an alert that Live Activities ignore.
    private let hints: [PushHint]

    /// Makes a broadcast.
    ///
    /// - Throws: ``WorkFailure`` of kind `usage` if a header is not allowed in a broadcast.
    package init(
        _ file: PushFile, headers: PushHeaders, to channel: ChannelID, by route: PushRoute
    ) throws(WorkFailure) {
        guard headers.collapseID == nil else {
            throw WorkFailure(
                .usage, "a broadcast has no collapse identifier; leave --collapse-id out")
        }
        self.route = route
        endpoint = route.broadcastEndpoint
        let app = try route.channelApp(headers.topic?.bundleID ?? file.file.targetBundleID)
        var inferred: [String] = []
        if headers.pushType == nil {
            inferred.append("apns-push-type liveactivity: broadcasts have no other type")
        }
        if headers.priority == nil {
            inferred.append("apns-priority 10: usual for liveactivity pushes")
        }
        if headers.expiration == nil {
            inferred.append("apns-expiration 0: nothing is stored for phones that are offline")
        }
        self.inferred = inferred
        var explained = ExplainedPush(file, headers: headers)
        explained.pushType = headers.pushType ?? .liveactivity
        explained.channelID = channel.text
        hints = PushHint.hints(for: explained)
        request = BroadcastRequest(
            channelID: channel, body: file.file.body, bundleID: app,
            pushType: headers.pushType ?? .liveactivity, priority: headers.priority ?? .immediate,
            expiration: headers.expiration ?? .oneAttempt, id: headers.id)
    }

    /// A description of the request that would be sent, without the provider token.
    package var dryRun: PushDryRun { PushDryRun(request, to: endpoint) }

    private static let adviceOnRepeating =
        "the notification may have been broadcast; if you send it again, it may be shown twice"

    /// Sends the broadcast, and asks the simulator which phones received it.
    ///
    /// - Throws: ``WorkFailure`` of kind `refused`, `unavailable` or `mayHaveBeenProcessed`.
    package func send() async throws -> BroadcastReport {
        var configuration = route.channelConfiguration(endpoint)
        // The client also sends a body that is too large, so that APNs itself rejects it.
        configuration.checksPayloadSize = false
        let client = APNSClient(configuration: configuration)
        let outcome = try await client.send(request)
        await client.shutdown()
        switch outcome {
        case .accepted(let id):
            return BroadcastReport(
                request: request, id: id, inferred: inferred, hints: hints,
                delivery: try await route.delivery(of: id, wait: PushSession.phoneTimeout))
        case .rejected(let rejection):
            let report = try await route.delivery(
                of: rejection.requestID, wait: PushSession.phoneTimeout)
            throw WorkFailure.refused(rejection, because: report?.note)
        case .unknown(let unknown):
            throw WorkFailure.noResponse(
                from: endpoint, unknown, isSafeToRepeat: !unknown.mayHaveBeenProcessed,
                advice: Self.adviceOnRepeating)
        }
    }
}

/// The result of an accepted broadcast, with its recipients.
package struct BroadcastReport: WorkResult, Sendable {
    let request: BroadcastRequest
    /// The `apns-request-id` of the broadcast.
    let id: APNSID?
    let inferred: [String]
    let hints: [PushHint]
    /// The simulator's record of the broadcast; `nil` for other servers.
    let delivery: DeliveryReport?

    package func text(width: Int?, paint: @escaping TextPaint) -> String {
        var lines = [TextRow.of("to", "channel \(request.channelID) of \(request.bundleID)")]
        lines += inferred.map { TextRow.of("inferred", paint($0, .dim)) }
        lines += hints.map { TextRow.of("hint", paint($0.summary, .yellow)) }
        lines.append(
            TextRow.of(
                "APNs", paint("accepted", .green) + ", apns-request-id \(id?.text ?? "unknown")"))
        if let delivery { lines.append(TextRow.of("then", delivery.summary.printable)) }
        return lines.joined(separator: "\n")
    }

    /// Returns the report as JSON for other programs. Its keys do not change.
    package func json() throws -> JSONObject {
        var object: JSONObject = [
            "result": "accepted", "app": .string(request.bundleID),
            "channel": .string(request.channelID.text),
            "apns_request_id": id.map { .string($0.text) } ?? .null,
            "inferred": .array(inferred.map { .string($0) }),
            "hints": .array(hints.map { .string($0.summary) }),
        ]
        if let delivery {
            object["summary"] = .string(delivery.summary)
            object["delivery"] = try JSONReader.read(ControlJSON.encode(delivery)).value
        }
        return object
    }
}
