// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import Diagnostics
package import Explain

/// The request that will be sent, with the headers that were inferred.
package struct PushPlan: Sendable {
    package let request: PushRequest
    package let inferred: [PushInference.Inferred]
    /// A note for the sender, which is shown before the response.
    package let note: String?
    /// The findings of lint.
    package let faults: [Diagnostic]
    /// The first findings in ``faults``, in the form that `bellhop explain` uses.
    package let hints: [PushHint]

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - headers: the headers from the command line and from the file.
    ///   - id: the `apns-id` that is used if the headers do not contain one.
    /// - Throws: ``WorkFailure`` of kind `usage` if no topic can be determined.
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
    /// Combines a payload file and the headers with which the payload is sent.
    init(_ file: PushFile, headers: PushHeaders) {
        self.init(
            file.source, read: file.file, topic: headers.topic, pushType: headers.pushType,
            priority: headers.priority, expiration: headers.expiration,
            collapseID: headers.collapseID)
    }

    /// Combines a text, which may be an invalid payload, and the headers with which the text is
    /// sent.
    package init(reading source: SourceText, headers: PushHeaders) {
        self.init(
            reading: source, topic: headers.topic, pushType: headers.pushType,
            priority: headers.priority, expiration: headers.expiration,
            collapseID: headers.collapseID)
    }
}

extension APNSID {
    /// Returns a new random identifier.
    package static func random() -> APNSID {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }
}
