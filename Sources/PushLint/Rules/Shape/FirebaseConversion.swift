// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// The payload that FCM would create from a request for an app on an Apple device, without the keys
/// that FCM adds for itself.
struct FirebaseConversion {
    let payload: JSONObject
    /// The headers for APNs that follow from the request.
    let headers: [(name: String, value: String)]

    /// Converts a request in the format of HTTP v1 or of the legacy API. Returns `nil` if the
    /// result would neither show anything nor wake the app.
    init?(_ request: JSONObject) {
        let message = request["message"]?.objectValue ?? request
        let apns = message["apns"]?.objectValue
        var payload = apns?["payload"]?.objectValue ?? [:]
        var aps = payload["aps"]?.objectValue ?? [:]
        let notification = message["notification"]?.objectValue ?? [:]
        if aps["alert"] == nil {
            let alert = Self.alert(notification)
            if !alert.isEmpty { aps["alert"] = .object(alert) }
        }
        aps["sound"] = aps["sound"] ?? notification["sound"]
        aps["category"] = aps["category"] ?? notification["click_action"]
        if aps["badge"] == nil {
            aps["badge"] =
                notification["badge"]?.stringValue.flatMap { Int($0) }.map {
                    .number(JSONNumber($0))
                } ?? notification["badge"]
        }
        for (keys, name) in [
            (["content_available", "contentAvailable"], "content-available"),
            (["mutable_content", "mutableContent"], "mutable-content"),
        ] where aps[name] == nil && keys.contains(where: { message[$0] != nil }) {
            let isOn = keys.contains { key in
                message[key]?.boolValue == true || message[key]?.intValue == 1
            }
            if isOn { aps[name] = 1 }
        }
        guard !aps.isEmpty else { return nil }
        payload["aps"] = .object(aps)
        for member in message["data"]?.objectValue?.members ?? [] where payload[member.key] == nil {
            payload[member.key] = member.value
        }
        self.payload = payload
        headers = Self.headers(message, apns)
    }

    private static func alert(_ notification: JSONObject) -> JSONObject {
        var alert: JSONObject = [:]
        for (key, name) in [
            ("title", "title"), ("subtitle", "subtitle"), ("body", "body"),
            ("title_loc_key", "title-loc-key"), ("title_loc_args", "title-loc-args"),
            ("body_loc_key", "loc-key"), ("body_loc_args", "loc-args"),
        ] {
            alert[name] = notification[key]
        }
        return alert
    }

    private static func headers(
        _ message: JSONObject, _ apns: JSONObject?
    ) -> [(name: String, value: String)] {
        var headers = (apns?["headers"]?.objectValue?.members ?? []).compactMap { member in
            member.value.stringValue.map { (name: member.key.lowercased(), value: $0) }
        }
        if let collapse = message["collapse_key"]?.stringValue,
            !headers.contains(where: { $0.name == APNSHeader.collapseID })
        {
            headers.append((APNSHeader.collapseID, collapse))
        }
        if message["priority"]?.stringValue?.lowercased() == "normal",
            !headers.contains(where: { $0.name == APNSHeader.priority })
        {
            headers.append((APNSHeader.priority, "5"))
        }
        return headers
    }

    /// Returns the edit that replaces a request by the payload, in a file that is meant for APNs.
    ///
    /// Other files with such a request may be meant for FCM, so there is no fix for them. There is
    /// also no fix for a file with front matter, because its headers may be meant for FCM or for
    /// APNs.
    static func fix(_ push: LintSubject) -> TextFix? {
        guard push.source.name.lowercased().hasSuffix(".apns"), push.frontMatter.bodyOffset == 0,
            let request = push.root.value.objectValue, let converted = FirebaseConversion(request)
        else { return nil }
        var text = ""
        let headers = converted.headers.filter { header in
            [header.name, header.value].allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            }
        }
        if !headers.isEmpty {
            text =
                "---\n" + headers.map { "\($0.name): \($0.value)\n" }.joined() + "---\n"
        }
        text += JSONWriter.text(.object(converted.payload), style: .indented)
        return TextFix(
            "write the payload that FCM creates from this request", replacing: push.root.range,
            with: text)
    }
}
