// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Tracing

extension SendTracing {
    /// Records a span for a broadcast or a channel management request, with the same attributes as
    /// the span of a notification.
    func call(
        _ name: String, topic: String, pushType: PushType,
        _ body: () async -> EngineOutcome
    ) async -> EngineOutcome {
        await tracer.withSpan(name, ofKind: .client) { span in
            guard span.isRecording else { return await body() }
            span.attributes["server.address"] = endpoint.host
            span.attributes["server.port"] = endpoint.port
            span.attributes["apns.push_type"] = pushType.rawValue
            span.attributes["apns.topic"] = topic
            let outcome = await body()
            switch outcome {
            case .response(let response):
                if let unknown = UnknownOutcome(channelResponse: response) {
                    span.recordUnknown(unknown)
                    break
                }
                guard let rejection = ChannelRejection(response) else {
                    span.attributes["apns.outcome"] = "accepted"
                    break
                }
                span.attributes["apns.outcome"] = "rejected"
                span.attributes["http.response.status_code"] = rejection.status
                span.attributes["apns.reason"] = rejection.reason.rawValue
                span.setStatus(SpanStatus(code: .error, message: rejection.reason.rawValue))
            case .unknown(let unknown):
                span.recordUnknown(unknown)
            case .closed: break
            }
            return outcome
        }
    }
}
