// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let keyOutsideAPS = LintRule(
        "key-outside-aps", .error, "one of Apple's keys is outside aps",
        why: "Outside aps, every key is custom data of the app. iOS reads Apple's keys only inside "
            + "aps, so this key has no effect.",
        remedy: "move the key into aps",
        wrong: #"{"aps": {"alert": {"title": "Photo"}}, "mutable-content": 1}"#,
        right: #"{"aps": {"alert": {"title": "Photo"}, "mutable-content": 1}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard push.isReadBySystem, push.misspelledAPS == nil else { return }
        let isLost = push.isAlertBesideAPS
        if push.aps == nil {
            for (member, key) in push.lookalikes {
                report.add(
                    "\(Quoted.text(member.key)) has no effect here, and there is no aps",
                    at: member,
                    remedy: "write \"\(key.rawValue)\" inside an object \"aps\"")
            }
        }
        for member in push.textsWithoutAPS {
            report.add(
                "\"\(member.key)\" is outside aps, where iOS does not read it", at: member,
                remedy: "move it into an object \"alert\" inside an object \"aps\"")
        }
        for member in push.members where member.key != "aps" {
            let isAlertKey = PayloadKey.named(member.key, in: .alert)?.isUnmistakable ?? false
            guard let key = APSKey(rawValue: member.key) else {
                guard isAlertKey, isLost else { continue }
                report.add(
                    "\"\(member.key)\" is outside aps, where iOS does not read it",
                    at: member, remedy: "move it into aps.alert")
                continue
            }
            let isUnmistakable = PayloadKey.named(member.key, in: .aps)?.isUnmistakable ?? false
            guard push[key] == nil,
                isUnmistakable || (isLost && LintSubject.plainKeys.contains(key))
            else { continue }
            report.add(
                "\"\(member.key)\" is outside aps, where iOS does not read it", at: member,
                remedy: push.aps == nil ? "move it into an object \"aps\"" : nil)
        }
    }
}

extension LintSubject {
    /// Apple's keys that are common words, which apps also use for their own data.
    fileprivate static let plainKeys: [APSKey] = [.alert, .badge, .sound, .category]

    /// The title, subtitle and body, if the payload has no `aps` and all its keys are common in
    /// alerts.
    var textsWithoutAPS: [JSONNode.Member] {
        guard aps == nil, isReadBySystem, pushType == .alert,
            custom("title")?.value.value.stringValue != nil,
            custom("body")?.value.value.stringValue != nil,
            members.allSatisfy({ Self.alertKeys.contains($0.key) })
        else { return [] }
        return members.filter { LintSubject.textKeys.contains($0.key) }
    }

    /// Keys that occur together with a title and a body in alerts of other services.
    private static let alertKeys: Set = [
        "title", "subtitle", "body", "sound", "badge", "category", "icon", "image", "data",
        "click_action", APNSFile.targetBundleKey,
    ]

    /// Whether the alert was written outside `aps`: `aps` has no alert, sound or badge, and on the
    /// same level as `aps` there is an alert in Apple's format.
    var isAlertBesideAPS: Bool {
        if !textsWithoutAPS.isEmpty { return true }
        guard isReadBySystem, pushType == .alert, !isVisible,
            payload.aps?.contentAvailable != true, let alert = custom("alert")
        else { return false }
        let isText = alert.value.value.stringValue != nil
        let hasText = ["title", "body", "loc-key", "title-loc-key"].contains {
            alert.value[$0]?.value.stringValue != nil
        }
        guard isText || hasText else { return false }
        if isPushTypeGiven || hasText { return true }
        // An `alert` alone may be the app's own key, for instance in a call.
        let others: [APSKey] = [.sound, .badge, .category, .contentAvailable, .mutableContent]
        return others.contains { custom($0.rawValue) != nil }
    }
}
