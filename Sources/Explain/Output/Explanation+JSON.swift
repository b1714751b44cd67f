// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
import DeviceModel
import Diagnostics

extension Explanation {
    /// The explanation as JSON for programs. Its keys do not change.
    package var json: JSONObject {
        [
            "result": .string(result), "delivered": .bool(isDelivered),
            "outcome": decision.map { .string($0.outcome.rawValue) } ?? .null,
            "push": .object(pushJSON), "phone": .object(phoneJSON),
            "apns": .object(service.json),
            "runs": .array(
                steps.map { step in
                    [
                        "callback": .string(step.callback.rawValue),
                        "name": .string(step.callback.apiName), "who": .string(step.who),
                        "parallel": .bool(step.isParallel), "rule": .string(step.rule.rawValue),
                    ]
                }),
            "sees": .array(
                effects.map { effect in
                    [
                        "place": .string(effect.place.rawValue), "text": .string(effect.text),
                        "rule": .string(effect.rule.rawValue),
                    ]
                }),
            "despite": .array(
                passedObstacles.map { passedObstacle in
                    [
                        "obstacle": .string(passedObstacle.obstacle),
                        "rule": .string(passedObstacle.rule.rawValue),
                    ]
                }),
            "why_not": .array(
                withheld.map { held in
                    [
                        "what": .string(held.what), "why": .string(held.why),
                        "try": held.remedy.isEmpty ? .null : .string(held.remedy),
                        "rule": .string(held.rule.rawValue),
                    ]
                }),
            "faults": faults.json,
            "notes": .array(
                notes.map { note in
                    [
                        "text": .string(note.text),
                        "try": note.remedy.isEmpty ? .null : .string(note.remedy),
                        "rule": note.rule.map(JSONValue.string) ?? .null,
                    ]
                }),
            "try": .array(remedies.map(JSONValue.string)),
            "rules": .array(rules.map(\.json)),
        ]
    }

    private var pushJSON: JSONObject {
        [
            "push_type": .string(push.pushType.rawValue),
            "priority": .number(JSONNumber(push.priority.rawValue)),
            "topic": .string(push.topic.text), "byte_count": .number(JSONNumber(byteCount)),
            "inferred": .array(
                push.inferred.map {
                    [
                        "header": .string($0.header), "value": .string($0.value),
                        "because": .string($0.because),
                    ]
                }),
        ]
    }

    private var phoneJSON: JSONObject {
        [
            "state": .string(app.state.rawValue), "permission": .string(app.authorization.rawValue),
            "locked": .bool(phone.isLocked), "muted": .bool(phone.isMuted),
            "low_power": .bool(phone.isLowPower),
            "focus": phone.focus.map { .string($0.name) } ?? .null,
            "summary": .bool(phone.summary != nil), "previews": .string(phone.previews.rawValue),
            "background_refresh": .bool(app.backgroundRefreshEnabled),
            "bundle_id": .string(app.bundleID),
        ]
    }
}

extension [Diagnostic] {
    /// The findings as JSON for programs. Their keys do not change.
    package var json: JSONValue { .array(map(\.json)) }
}

extension Diagnostic {
    fileprivate var json: JSONValue {
        [
            "rule": .string(rule), "severity": .string(severity.rawValue),
            "text": .string(message), "try": remedy.isEmpty ? .null : .string(remedy),
            "file": .string(location.file),
            "line": location.position.map { .number(JSONNumber($0.line)) } ?? .null,
            "column": location.position.map { .number(JSONNumber($0.column)) } ?? .null,
            "key_path": location.keyPath.isEmpty ? .null : .string(location.keyPath),
        ]
    }
}

extension ServiceVerdict {
    var json: JSONObject {
        let reason: RejectionReason? = if case .refused(let reason) = result { reason } else { nil }
        let resultName =
            switch result {
            case .delivered: "delivered"
            case .stored: "stored"
            case .discarded: "discarded"
            case .refused: "rejected"
            }
        return [
            "result": .string(resultName), "status": .number(JSONNumber(status)),
            "reason": reason.map { .string($0.rawValue) } ?? .null,
            "meaning": reason?.row.map { .string($0.meaning) } ?? .null,
            "grade": reason?.row.map { .string($0.claim.grade.rawValue) } ?? .null,
            "source": reason?.row.map { .string($0.claim.source) } ?? .null,
            "because": .string(because),
            "try": reason?.row.map { .string($0.remedy) } ?? .null,
        ]
    }
}

extension RuleID {
    /// The rule as JSON, with its grade and source.
    var json: JSONValue {
        [
            "id": .string(rawValue),
            "grade": rule.map { .string($0.claim.grade.rawValue) } ?? .null,
            "source": rule.map { .string($0.claim.source) } ?? .null,
            "text": rule.map { .string($0.text) } ?? .null,
        ]
    }
}
