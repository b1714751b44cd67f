// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Makes the parts of a draft.
struct DraftParts {
    let answers: PushAnswers
    let contents: PushDraft.Contents
    private(set) var headers: [PushDraft.Header] = []
    private(set) var payload = JSONObject()
    private(set) var needs: [String] = []
    private var aps = JSONObject()

    init(answers: PushAnswers, contents: PushDraft.Contents) {
        self.answers = answers
        self.contents = contents
    }

    mutating func write() {
        switch answers.kind ?? .alert {
        case .alert: writeAlert()
        case .background: writeBackground()
        case .liveActivity: writeActivity()
        case .call: writeCall()
        case .pushToTalk: writePushToTalk()
        case .widgets, .controls: writeReload()
        case .location, .complication, .fileProvider: writeOthers()
        }
        if !aps.isEmpty || answers.kind != .fileProvider {
            var whole = JSONObject()
            whole.append("aps", .object(aps))
            for member in payload.members { whole.append(member.key, member.value) }
            payload = whole
        }
    }

    private mutating func writeHeaders(_ type: PushType, _ priority: Int, expiration: Int? = nil) {
        headers = [header(APNSHeader.pushType, type.rawValue)]
        headers.append(header(APNSHeader.priority, String(priority)))
        if let bundleID = contents.bundleID {
            headers.append(header(APNSHeader.topic, bundleID + type.traits.topicSuffix))
        }
        if let expiration {
            headers.append(header(APNSHeader.expiration, String(expiration)))
        }
    }

    private func header(_ name: String, _ value: String) -> PushDraft.Header {
        PushDraft.Header(name: name, value: value)
    }

    /// Returns whether the answer to a question is the given word.
    private func chose(_ id: PushQuestion.ID, _ value: String) -> Bool { answers[id] == value }

    private var expiration: Int? { chose(.offline, "drop") ? 0 : nil }

    // MARK: Alerts

    private mutating func writeAlert() {
        writeHeaders(.alert, chose(.urgency, "passive") ? 5 : 10, expiration: expiration)
        if chose(.replaces, "yes"), let id = contents[.collapseID] {
            headers.append(header(APNSHeader.collapseID, id))
        }
        aps.append("alert", .object(alert))
        writeUrgency()
        if chose(.badge, "yes"), let count = contents[.badgeCount].flatMap({ Int($0) }) {
            aps.append("badge", .number(JSONNumber(count)))
        }
        if chose(.buttons, "yes"), let category = contents[.category] {
            aps.append("category", .string(category))
            needs.append(
                "the category, which the app registers with setNotificationCategories at "
                    + "every launch")
        }
        if chose(.wake, "yes") {
            aps.append("content-available", 1)
            needs.append("remote-notification in UIBackgroundModes")
        }
        writeChange()
    }

    private var alert: JSONObject {
        if chose(.text, "localized") {
            return object([("title-loc-key", .titleKey), ("loc-key", .bodyKey)])
        }
        if chose(.change, "decrypt") {
            // The person sees this text if the extension cannot decrypt the message.
            return ["title": "New message", "body": "Open the app to read it"]
        }
        return texts
    }

    private var texts: JSONObject { object([("title", .title), ("body", .body)]) }

    /// Returns an object with the given members, except those whose field has no value.
    private func object(_ members: [(key: String, field: PushField)]) -> JSONObject {
        var object = JSONObject()
        for (key, field) in members {
            if let value = contents[field] { object.append(key, .string(value)) }
        }
        return object
    }

    private mutating func writeUrgency() {
        if chose(.text, "localized") {
            needs.append(
                "the keys of the app's localized strings, and the arguments of these "
                    + "strings in loc-args")
        }
        switch answers[.urgency] ?? "active" {
        case "passive": aps.append("interruption-level", "passive")
        case "time-sensitive":
            aps.append("sound", "default")
            aps.append("interruption-level", "time-sensitive")
            needs.append("the Time Sensitive Notifications capability")
        case "critical":
            aps.append("sound", ["critical": 1, "name": "default", "volume": 1.0])
            aps.append("interruption-level", "critical")
            needs.append("the entitlement for critical alerts, which Apple grants on request")
            needs.append("permission for critical alerts, requested with the option criticalAlert")
        default: aps.append("sound", "default")
        }
    }

    private mutating func writeChange() {
        switch answers[.change] ?? "no" {
        case "picture":
            aps.append("mutable-content", 1)
            if let url = contents[.mediaURL] { payload.append("media-url", .string(url)) }
            needs.append("a notification service extension that loads the picture")
        case "decrypt":
            aps.append("mutable-content", 1)
            needs.append("the encrypted message outside aps, as bellhop seal prints it")
            needs.append("a notification service extension that decrypts the message")
        default: break
        }
    }

    // MARK: Silent pushes and other kinds

    private mutating func writeBackground() {
        writeHeaders(.background, 5, expiration: expiration)
        aps.append("content-available", 1)
        needs.append("remote-notification in UIBackgroundModes")
        needs.append(
            "another way to get the data, because the system may delay or drop silent pushes")
    }

    private mutating func writeActivity() {
        let event = answers[.event] ?? "update"
        let isLoud = event == "start" || chose(.loud, "yes")
        writeHeaders(.liveactivity, event == "update" && !isLoud ? 5 : 10)
        aps.append("timestamp", .number(JSONNumber(contents.epochSeconds)))
        aps.append("event", .string(event))
        if event == "start", let type = contents[.attributesType] {
            aps.append("attributes-type", .string(type))
            aps.append("attributes", .object(json(.attributes)))
            aps.append("input-push-token", 1)
            needs.append("a push-to-start token of the app, not its device token")
        } else {
            needs.append("the token of this Live Activity, not the app's device token")
        }
        aps.append("content-state", .object(json(.contentState)))
        if isLoud {
            var alert = texts
            alert.append("sound", "default")
            aps.append("alert", .object(alert))
        }
        if event == "end" {
            aps.append(
                "dismissal-date", .number(JSONNumber(contents.epochSeconds + Self.dismissalDelay)))
        }
        needs.append("attributes and content-state with the keys of your ActivityAttributes")
        needs.append("the time of sending in the key timestamp, in seconds since 1970")
    }

    private func json(_ field: PushField) -> JSONObject {
        contents[field].flatMap(PushField.object) ?? JSONObject()
    }

    /// The time that an ended Live Activity stays on the Lock Screen, in seconds.
    private static let dismissalDelay = 15 * 60

    private mutating func writeCall() {
        writeHeaders(.voip, 10, expiration: 0)
        needs.append("custom keys outside aps, such as the identifier of the call and the caller")
        needs.append("a PushKit token, and the background mode voip")
        needs.append("code that reports a call to CallKit for every such push")
    }

    private mutating func writePushToTalk() {
        writeHeaders(.pushtotalk, 10, expiration: 0)
        needs.append("custom keys outside aps, such as the name of the active speaker")
        needs.append("the ephemeral token of the channel, and the Push to Talk capability")
    }

    private mutating func writeReload() {
        let isControl = answers.kind == .controls
        writeHeaders(isControl ? .controls : .widgets, isControl ? 10 : 5)
        aps.append("content-changed", true)
        needs.append("a push handler in the widget's configuration, and its token")
    }

    private mutating func writeOthers() {
        switch answers.kind {
        case .location:
            writeHeaders(.location, 10)
            needs.append("a location push service extension, and its token")
        case .complication:
            writeHeaders(.complication, 10)
            needs.append("the custom keys that your app reads, outside aps")
            needs.append("a ClockKit complication, and a PushKit token")
        default:
            writeHeaders(.fileprovider, 5)
            payload.append(
                "container-identifier", "NSFileProviderWorkingSetContainerItemIdentifier")
            needs.append("for a replicated file provider, also the key domain")
            needs.append("a file provider extension, and a PushKit token")
        }
    }
}
