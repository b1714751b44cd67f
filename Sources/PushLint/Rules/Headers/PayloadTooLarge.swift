// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let payloadTooLarge = LintRule(
        "payload-too-large", .error, "the payload is larger than the push type allows",
        why:
            "APNs rejects the request with 413 PayloadTooLarge. Every byte of the JSON counts, "
            + "including white space; a payload of exactly the limit is allowed.",
        remedy: "shorten it; store large data on a server, and put its URL into the payload",
        wrong: RuleExample(.init("payload.apns", LargePayload.text(byteCount: 4097))),
        right: RuleExample(.init("payload.apns", LargePayload.text(byteCount: 3000))),
        claim: .documented("Generating a remote notification")
    ) { push, report in
        let limit = push.byteCountMax
        guard push.bodyByteCount > limit, push.bodyByteCount > push.possibleByteCountMax else {
            return
        }
        let size = PayloadSize(push)
        report.add(
            "the payload has \(Shown.count(push.bodyByteCount)) bytes, "
                + "\(Shown.count(push.bodyByteCount - limit)) more than the \(Shown.count(limit)) "
                + "of "
                + (push.isBroadcast ? "broadcasts" : "\(push.effectiveType.rawValue) pushes")
                + "; the largest values are \(size.breakdown)" + size.minifiedText,
            at: push.root.range.prefix(1),
            remedy: size.minified <= limit
                ? "send it without unnecessary white space and escapes" : nil,
            fix: size.minified <= limit ? size.fix : nil)
    }
}

extension LintSubject {
    /// The size limit for this push, in bytes.
    var byteCountMax: Int {
        isBroadcast ? ChannelBroadcast.byteCountMax : effectiveType.traits.payloadByteCountMax
    }

    /// The highest size limit that may apply, in bytes. If the push type is uncertain, this is the
    /// limit for VoIP pushes or broadcasts, provided that the payload could be for a VoIP push or a
    /// broadcast.
    var possibleByteCountMax: Int {
        guard certainType == nil else { return byteCountMax }
        let voip = PushType.voip.traits.payloadByteCountMax
        switch effectiveType {
        case .alert where !isVisible: return max(byteCountMax, voip)
        case .liveactivity where payload.aps?.liveActivity.event != .start:
            return max(byteCountMax, ChannelBroadcast.byteCountMax)
        default: return byteCountMax
        }
    }
}

/// Example payloads of a given size.
enum LargePayload {
    static func text(byteCount: Int) -> String {
        let start = #"{"aps": {"alert": "Your parcel is here"}, "map": ""#
        let end = #""}"#
        let count = max(0, byteCount - start.utf8.count - end.utf8.count)
        return start + String(repeating: "x", count: count) + end
    }
}
