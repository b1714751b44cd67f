// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import Explain

/// What will be sent, and which of it was not given.
struct PushPlan {
    let request: PushRequest
    let inferred: [PushInference.Inferred]
    /// Something the sender should know before the answer.
    let note: String?
    /// What lint finds wrong or unwise.
    let faults: [Diagnostic]
    /// The first of them in words, as `explain` says them.
    let hints: [PushHint]
}

extension HeaderOptions {
    /// Reads `--apns-id`, also where it becomes `apns-request-id`.
    static func parseID(_ text: String) throws -> APNSID {
        guard let id = APNSID(text) else {
            throw CommandFailure(
                .usage,
                "\"\(text)\" is not a UUID; write it as 8-4-4-4-12 hex digits, or leave it out")
        }
        return id
    }

    /// Puts the request together.
    func request(
        for payload: PayloadFile, to target: PushTarget, apnsID: String? = nil
    ) throws -> PushPlan {
        let inference = PushInference(
            payload: payload.file.payload, bundleID: target.bundleID, topic: try parsedTopic(),
            pushType: try parsedType(), priority: try parsedPriority())
        guard Topic.isPlausible(inference.topic.text) else {
            throw CommandFailure(
                .usage, PushRequestError.badTopic(inference.topic.text).description)
        }
        let id: APNSID
        if let apnsID {
            id = try Self.parseID(apnsID)
        } else {
            var generator = SystemRandomNumberGenerator()
            id = .random(using: &generator)
        }
        let explained = ExplainedPush(
            reading: payload.source, topic: try parsedTopic(), pushType: try parsedType(),
            priority: try parsedPriority(), expiration: try parsedExpiration(),
            collapseID: try parsedCollapseID())
        let faults = explained.faults
        let request = PushRequest(
            deviceToken: target.token, body: payload.file.body, topic: inference.topic,
            pushType: inference.pushType, priority: inference.priority,
            expiration: try parsedExpiration(), collapseID: try parsedCollapseID(), id: id)
        return PushPlan(
            request: request, inferred: inference.inferred,
            note: faults.contains { $0.rule == "payload-too-large" }
                ? nil : payload.sizeNote(inference.pushType),
            faults: faults, hints: PushHint.hints(for: explained))
    }
}
