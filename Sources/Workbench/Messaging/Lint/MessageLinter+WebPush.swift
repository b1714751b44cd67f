// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import PushLint
import WebPush

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension MessageLinter {
    /// Checks the content of a Web Push message, before its encryption.
    func webPushFindings(_ source: SourceText) -> [Diagnostic] {
        let found = Self.sizeFindings(source)
        let first = source.bytes.first { !" \t\r\n".utf8.contains($0) }
        guard first == UInt8(ascii: "{") else {
            return found + [
                MessageRule.notDeclarative.finding(
                    "the content is not a JSON object, so only a service worker can read it",
                    in: source, at: nil)
            ]
        }
        let document = LintDocument(reading: source, from: 0)
        guard let root = document.root else { return found + document.diagnostics }
        return found + document.diagnostics + Self.declarativeFindings(root, source)
    }

    private static func sizeFindings(_ source: SourceText) -> [Diagnostic] {
        let count = source.bytes.count
        func finding(_ rule: DiagnosticRule, _ max: Int, _ whose: String) -> Diagnostic {
            rule.finding(
                "the content has \(count) bytes; \(max) is the maximum \(whose)", in: source,
                at: max..<min(max + 1, count))
        }
        if count > WebPushLimits.contentByteCountMax {
            return [
                finding(
                    MessageRule.contentTooLarge, WebPushLimits.contentByteCountMax,
                    "of a push service")
            ]
        }
        guard count > WebPushLimits.everywhereByteCountMax else { return [] }
        return [
            finding(
                MessageRule.contentOverMozilla, WebPushLimits.everywhereByteCountMax,
                "for all browsers of Mozilla's service")
        ]
    }

    private static func declarativeFindings(
        _ root: JSONNode, _ source: SourceText
    ) -> [Diagnostic] {
        guard let marker = root.members?.last(where: { $0.key == "web_push" }) else {
            let isPayload = root["aps"] != nil
            return [
                MessageRule.notDeclarative.finding(
                    isPayload
                        ? "this is a payload for APNs, which browsers do not understand"
                        : "web_push is missing, so only a service worker can show the message",
                    in: source, at: root.range.prefix(1),
                    remedy: isPayload
                        ? "see what a browser gets with: bellhop lint --platforms" : nil)
            ]
        }
        var found: [Diagnostic] = []
        func add(_ problem: String, _ range: Range<Int>, _ path: String, _ remedy: String) {
            found.append(
                MessageRule.declarative.finding(
                    problem, in: source, at: range, keyPath: path, remedy: remedy))
        }
        if marker.value.value.intValue != DeclarativeNotification.marker {
            add(
                "web_push is not 8030", marker.value.range, "web_push",
                "write the number 8030, which marks a declarative message")
        }
        guard let notification = root.members?.last(where: { $0.key == "notification" }),
            notification.value.members != nil
        else {
            add(
                "notification is missing, or not an object", root.range.prefix(1), "notification",
                #"write {"title": "…", "navigate": "https://…"}"#)
            return found
        }
        let members = notification.value.members ?? []
        let title = members.last { $0.key == "title" }
        if title?.value.value.stringValue?.isEmpty ?? true {
            add(
                "the title is missing, empty, or not a string",
                title?.value.range ?? notification.keyRange, "notification.title",
                "write a title")
        }
        found += navigateFindings(members, notification.keyRange, source)
        for member in members {
            guard let expected = expectation(member) else { continue }
            add(
                "\(member.key) is \(member.value.value.typeName)", member.value.range,
                "notification.\(member.key)", "write \(expected)")
        }
        return found
    }

    /// Returns the findings about the URL that a click opens.
    private static func navigateFindings(
        _ members: [JSONNode.Member], _ range: Range<Int>, _ source: SourceText
    ) -> [Diagnostic] {
        let path = "notification.navigate"
        let member = members.last { $0.key == "navigate" }
        guard let member, let text = member.value.value.stringValue,
            // An empty text is a relative URL that refers to the base URL.
            let url = URL(string: text.isEmpty ? "." : text)
        else {
            return [
                MessageRule.declarative.finding(
                    "navigate is missing, or not a URL", in: source,
                    at: member?.value.range ?? range, keyPath: path,
                    remedy: "write the URL that a click opens, such as https://example.com/")
            ]
        }
        guard url.scheme == nil else { return [] }
        return [
            MessageRule.relativeNavigate.finding(
                "navigate is a relative URL", in: source, at: member.value.range, keyPath: path)
        ]
    }

    /// Returns a description of the value that a member of `notification` must have; `nil` if its
    /// value is correct, or if the member is unknown.
    private static func expectation(_ member: JSONNode.Member) -> String? {
        let value = member.value.value
        switch member.key {
        case "body", "lang", "dir", "tag", "icon", "image":
            return value.stringValue == nil ? "a string" : nil
        case "silent", "renotify", "requireInteraction":
            return value.boolValue == nil ? "true or false" : nil
        case "app_badge":
            let number = value.intValue ?? value.stringValue.flatMap { Int($0) }
            return number.map { $0 >= 0 } ?? false ? nil : "a number of 0 or more"
        case "actions":
            let isCorrect =
                value.arrayValue?.allSatisfy {
                    $0.objectValue?["action"]?.stringValue != nil
                        && $0.objectValue?["title"]?.stringValue != nil
                } ?? false
            return isCorrect ? nil : "a list of objects with action and title"
        default: return nil
        }
    }
}
