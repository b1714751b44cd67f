// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import PushLint
import Testing

private let passive = #"{"aps": {"alert": "12 new articles", "interruption-level": "passive"}}"#
private let urgent =
    #"{"aps": {"alert": "The door is open", "interruption-level": "time-sensitive"}}"#

private let cases: [RuleCase] = [
    .wrong("push-type-missing", ["priority: 5"], Body.alert),
    .wrong("push-type-missing", ["topic: com.example.app"], Body.alert),
    .fine("push-type-missing", [], Body.alert),
    .fine("push-type-missing", ["topic: pass.com.example.tickets"], "{}"),
    .fine("push-type-missing", ["min-os: 17"], Body.alert),
    .fine("push-type-missing", ["type: alert", "priority: 5"], Body.alert),
    .fine("push-type-missing", ["channel: YWJj"], Body.update),

    .wrong("silent-payload-as-alert", ["type: alert"], Body.silent),
    .fine("silent-payload-as-alert", [], Body.silent),
    .fine("silent-payload-as-alert", ["type: background"], Body.silent),
    .fine(
        "silent-payload-as-alert", ["type: alert"],
        #"{"aps": {"content-available": 1, "alert": "Hello"}}"#),
    .fine(
        "silent-payload-as-alert", ["type: alert"],
        #"{"aps": {"content-available": 1, "badge": 1}}"#),
    .fine(
        "silent-payload-as-alert", ["type: alert"],
        #"{"aps": {"content-available": 1, "Alert": "Hello"}}"#),

    .wrong("alert-type-without-alert", ["type: alert"], #"{"aps": {"thread-id": "a"}}"#),
    .fine("alert-type-without-alert", ["type: alert"], #"{"aps": {"sound": "default"}}"#),
    .fine("alert-type-without-alert", ["type: alert"], #"{"aps": {"badge": 0}}"#),
    .fine("alert-type-without-alert", ["type: alert"], #"{"aps": {"alrt": "Hello"}}"#),
    .fine("alert-type-without-alert", ["type: alert"], "{}"),
    .fine("alert-type-without-alert", [], #"{"aps": {"thread-id": "a"}}"#),
    .fine("alert-type-without-alert", ["type: background"], #"{"aps": {"thread-id": "a"}}"#),
    .fine("alert-type-without-alert", ["type: alert"], Body.silent),

    .wrong("background-priority", ["type: background", "priority: 10"], Body.silent),
    .wrong("background-priority", ["priority: 10"], Body.silent),
    .fine("background-priority", ["type: background", "priority: 5"], Body.silent),
    .fine("background-priority", ["type: background"], Body.silent),
    .fine("background-priority", [], Body.silent),
    .fine("background-priority", ["priority: 10"], Body.alert),
    .fine(
        "background-priority", ["priority: 10"],
        #"{"aps": {"content-available": 1, "alert": "Hello"}}"#),
    .wrong("background-priority-unsaid", ["type: background"], Body.silent),
    .fine("background-priority-unsaid", [], Body.silent),
    .fine("background-priority-unsaid", ["type: background", "priority: 5"], Body.silent),

    .wrong("priority-not-for-type", ["type: background", "priority: 1"], Body.silent),
    .wrong("priority-not-for-type", ["type: liveactivity", "priority: 1"], Body.update),
    .fine("priority-not-for-type", ["type: background", "priority: 10"], Body.silent),
    .fine("priority-not-for-type", ["priority: 1"], Body.silent),
    .fine("priority-not-for-type", ["type: alert", "priority: 1"], Body.alert),
    .fine(
        "priority-not-for-type", ["type: liveactivity", "priority: 1", "channel: YWJj"],
        Body.update),

    .wrong("passive-with-priority-10", ["priority: 10"], passive),
    .fine("passive-with-priority-10", [], passive),
    .fine("passive-with-priority-10", ["priority: 5"], passive),
    .fine("passive-with-priority-10", ["priority: 10"], Body.alert),
    .wrong("urgent-level-with-low-priority", ["priority: 5"], urgent),
    .wrong("urgent-level-with-low-priority", ["priority: 1"], urgent),
    .fine("urgent-level-with-low-priority", ["priority: 10"], urgent),
    .fine("urgent-level-with-low-priority", [], urgent),
    .wrong("priority-1", ["priority: 1"], Body.alert),
    .fine("priority-1", ["priority: 5"], Body.alert),
    .fine("priority-1", ["type: widgets", "priority: 1"], #"{"aps": {"content-changed": true}}"#),

    .wrong("push-to-talk-priority", ["type: pushtotalk", "priority: 5"], "{}"),
    .wrong("push-to-talk-priority", ["topic: a.b.voip-ptt", "priority: 5"], "{}"),
    .fine("push-to-talk-priority", ["type: pushtotalk"], "{}"),
    .fine("push-to-talk-priority", ["type: voip", "priority: 5"], "{}"),
    .wrong("push-to-talk-expiration", ["type: pushtotalk", "expiration: 1789207200"], "{}"),
    .fine("push-to-talk-expiration", ["type: pushtotalk", "expiration: 0"], "{}"),
    .fine("push-to-talk-expiration", ["type: pushtotalk"], "{}"),
    .wrong("call-without-expiration", ["type: voip"], Body.call),
    .fine("call-without-expiration", ["type: voip", "expiration: 0"], Body.call),
    .fine("call-without-expiration", ["topic: com.example.voip"], Body.call),

    .wrong("needs-newer-system", ["type: widgets", "min-os: 18"], "{}"),
    .fine("needs-newer-system", ["type: widgets", "min-os: 26"], "{}"),
    .fine("needs-newer-system", ["type: widgets"], "{}"),
    .wrong("needs-newer-system", ["type: liveactivity", "min-os: 16"], Body.update),
    .fine("needs-newer-system", ["type: liveactivity", "min-os: 16.1"], Body.update),
    .wrong("needs-newer-system", ["type: liveactivity", "min-os: 17.1"], Body.activity("start")),
    .fine("needs-newer-system", ["type: liveactivity", "min-os: 17.2"], Body.activity("start")),
    .wrong("needs-newer-system", ["channel: YWJj", "min-os: 17.2"], Body.update),
    .fine("needs-newer-system", ["channel: YWJj", "min-os: 18.0"], Body.update),
    .fine("needs-newer-system", ["type: alert", "min-os: 12"], Body.alert),
]

@Test(arguments: cases)
func `push type, payload, priority and expiration must match`(row: RuleCase) { row.check() }
