// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let foreignFormat = LintRule(
        "foreign-format", .error, "a request to another service, not an APNs payload",
        why: "Firebase, OneSignal and other services accept requests in their own formats, and "
            + "create a payload from them. If such a request is sent to APNs unchanged, the device "
            + "shows nothing, because the request has no aps at its top level.",
        remedy: "send it to that service, or write an APNs payload",
        wrong: """
            {"to": "/topics/news", "notification": {"title": "News", "body": "Trains run again"}}
            """,
        right: #"{"aps": {"alert": {"title": "News", "body": "Trains run again"}}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard let foreign = ForeignFormat(push) else { return }
        report.add(
            foreign.message, at: foreign.member, remedy: foreign.remedy,
            fix: foreign.isFirebase ? FirebaseConversion.fix(push) : nil)
    }
}

/// A request body that is meant for another service.
struct ForeignFormat {
    /// The finding's message.
    let message: String
    let remedy: String?
    /// The member that identifies the format.
    let member: JSONNode.Member
    /// Whether the service is FCM, whose requests can be converted.
    private(set) var isFirebase = false

    /// Recognizes a body for another service. Returns `nil` for a payload, and for anything that
    /// could be a payload.
    init?(_ push: LintSubject) {
        guard push.aps == nil, !push.members.isEmpty, push.isReadBySystem else { return nil }
        if let marker = push.custom("web_push"), push.custom("notification") != nil {
            self.init(
                message: "this is a declarative Web Push message, not an APNs payload",
                remedy: "send it to a browser, and check it with bellhop lint --web-push, or write "
                    + "an APNs payload, with aps at the top level",
                member: marker)
        } else if let (service, member) = Self.otherService(push) {
            self.init(
                message: "this is a request to \(service), not an APNs payload", remedy: nil,
                member: member)
        } else if let member = FirebaseRequest.identifyingMember(in: push) {
            self.init(
                message: "this is a request to FCM's API, not an APNs payload",
                remedy: "send it to FCM, and check it with bellhop lint --fcm, or write an APNs "
                    + "payload, with aps at the top level",
                member: member)
            isFirebase = true
        } else if let (path, member) = Self.wrapped(push) {
            self.init(
                message: "aps is inside \(path), where iOS does not read it",
                remedy: "send only the object that contains aps",
                member: member)
        } else {
            return nil
        }
    }

    private init(message: String, remedy: String?, member: JSONNode.Member) {
        self.message = message
        self.remedy = remedy
        self.member = member
    }

    private static func otherService(_ push: LintSubject) -> (String, JSONNode.Member)? {
        if let app = push.custom("app_id"),
            push.custom("contents") != nil || push.custom("headings") != nil
                || push.custom("included_segments") != nil || push.custom("template_id") != nil
        {
            return ("OneSignal's API", app)
        }
        if let to = push.custom("to"), let token = to.value.value.stringValue,
            token.hasPrefix("ExponentPushToken[") || token.hasPrefix("ExpoPushToken[")
        {
            return ("Expo's push service", to)
        }
        for key in ["APNS", "APNS_SANDBOX", "APNS_VOIP"] {
            if let member = push.custom(key), member.value.value.stringValue != nil {
                return ("Amazon SNS", member)
            }
        }
        if let message = push.custom("message"), message.value["alert"] != nil,
            message.value["apns"] != nil
        {
            return ("the UnifiedPush Server", message)
        }
        if let list = push.custom("notifications"), case .array(let requests) = list.value.content,
            let first = requests.first, first["tokens"] != nil, first["platform"] != nil
        {
            return ("gorush", list)
        }
        if let audience = push.custom("audience"), push.custom("device_types") != nil {
            return ("Airship's API", audience)
        }
        return nil
    }

    /// Recognizes a payload inside one or two enclosing objects. Some libraries and services accept
    /// a payload in this form.
    private static func wrapped(_ push: LintSubject) -> (String, JSONNode.Member)? {
        for outer in push.members {
            for inner in outer.value.members ?? [] {
                if isAPS(inner) { return (outer.key, outer) }
                if inner.value.members?.contains(where: isAPS) ?? false {
                    return ("\(outer.key).\(inner.key)", outer)
                }
            }
        }
        return nil
    }

    private static func isAPS(_ member: JSONNode.Member) -> Bool {
        member.key == "aps"
            && member.value.members?.contains { APSKey(rawValue: $0.key) != nil } ?? false
    }
}
