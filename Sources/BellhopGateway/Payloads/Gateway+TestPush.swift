// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import GatewayAPI

extension Gateway {
    /// Sends one push to one device token at once, and returns the response of APNs. Nothing about
    /// the push or the token is stored; only the audit log has an entry, without the token.
    ///
    /// - Throws: `Problem` if the app is unknown or has no usable credential, or if APNs would
    ///   certainly refuse the payload or the headers.
    func testPush(_ request: TestPushRequest) async throws -> TestPushResult {
        let app = request.app
        AuditScope.concerns(.app, app, app: app)
        guard try await store.app(bundleID: app) != nil else { throw Problem.appNotFound(app) }
        guard let credential = try await store.credential(bundleID: app) else {
            throw Problem.noCredential(app)
        }
        if credential.isShadow { throw Problem.appInShadow(app) }
        guard credential.isFor(request.environment) else {
            throw Problem(
                .noCredential,
                "the certificate of \(app) is not for \(request.environment.rawValue); upload one "
                    + "for this environment, or a key, which is for both environments",
                keyPath: "environment")
        }
        let headers = try DraftHeaders(request.draft)
        let content = try MessageContent(payloadBytes: Array(request.draft.payload.utf8))
        let inference = PushInference(
            payload: content.payload, bundleID: app, topic: headers.topic,
            pushType: headers.pushType, priority: headers.priority)
        try MessageComposer.check(inference, bundleID: app, byteCount: content.body.count)
        let push = PushRequest(
            deviceToken: request.token, body: content.body, topic: inference.topic,
            pushType: inference.pushType, priority: inference.priority,
            expiration: headers.expiration, collapseID: headers.collapseID,
            id: headers.id ?? makeRandom { APNSID.random(using: &$0) })
        let lane = SendingLane(bundleID: app, environment: request.environment)
        return TestPushResult(push, try await sender.send(push, app: credential, in: lane))
    }
}

extension TestPushResult {
    init(_ push: PushRequest, _ outcome: PushOutcome) {
        self.init(
            outcome: .unknown, token: push.deviceToken.redacted, pushType: push.pushType,
            topic: push.topic.text, priority: push.priority?.rawValue ?? 10,
            byteCount: push.body.count)
        apnsID = push.id?.text
        switch outcome {
        case .accepted(let acceptance):
            self.outcome = .accepted
            status = 200
            apnsID = acceptance.apnsID?.text ?? apnsID
            apnsUniqueID = acceptance.uniqueID
        case .rejected(let rejection):
            self.outcome = .rejected
            status = rejection.status
            reason = rejection.reason.rawValue
            detail = rejection.reason.row?.meaning
            remedy = rejection.reason.row?.remedy
        case .unknown(let failure):
            status = failure.status
            reason = failure.code.rawValue
            detail = failure.cause
            remedy =
                failure.mayHaveBeenProcessed
                ? "APNs may have accepted the push; look at the device before sending it again"
                : "APNs did not get the push; send it again"
        }
    }
}
