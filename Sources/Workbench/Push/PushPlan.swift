// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import Diagnostics
package import Explain

/// What will be sent, and which of it was not given.
package struct PushPlan: Sendable {
    package let request: PushRequest
    package let inferred: [PushInference.Inferred]
    /// Something the sender should know before the response.
    package let note: String?
    /// What lint finds wrong or unwise.
    package let faults: [Diagnostic]
    /// The first of them as `explain` says them.
    package let hints: [PushHint]

    /// Puts a request together.
    ///
    /// - Parameters:
    ///   - headers: what the sender gives, with the headers of the file.
    ///   - id: the identifier where the headers have none.
    /// - Throws: ``WorkFailure`` of kind `usage` when no topic can be made.
    package init(
        _ file: PushFile, headers: PushHeaders, to target: PushTarget, id: APNSID = .random()
    ) throws(WorkFailure) {
        let inference = PushInference(
            payload: file.file.payload, bundleID: target.bundleID, topic: headers.topic,
            pushType: headers.pushType, priority: headers.priority)
        guard Topic.isPlausible(inference.topic.text) else {
            throw WorkFailure(.usage, PushRequestError.badTopic(inference.topic.text).description)
        }
        faults = ExplainedPush(file, headers: headers).faults
        hints = PushHint.hints(for: faults)
        request = PushRequest(
            deviceToken: target.token, body: file.file.body, topic: inference.topic,
            pushType: inference.pushType, priority: inference.priority,
            expiration: headers.expiration, collapseID: headers.collapseID,
            id: headers.id ?? id)
        inferred = inference.inferred
        note =
            faults.contains { $0.rule == "payload-too-large" }
            ? nil : file.sizeNote(inference.pushType)
    }
}

extension ExplainedPush {
    /// A payload that was read and the headers it is sent with.
    init(_ file: PushFile, headers: PushHeaders) {
        self.init(
            file.source, read: file.file, topic: headers.topic, pushType: headers.pushType,
            priority: headers.priority, expiration: headers.expiration,
            collapseID: headers.collapseID)
    }

    /// What may be a payload or not, and the headers it is sent with.
    package init(reading source: SourceText, headers: PushHeaders) {
        self.init(
            reading: source, topic: headers.topic, pushType: headers.pushType,
            priority: headers.priority, expiration: headers.expiration,
            collapseID: headers.collapseID)
    }
}

extension APNSID {
    /// A new identifier.
    package static func random() -> APNSID {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }
}
