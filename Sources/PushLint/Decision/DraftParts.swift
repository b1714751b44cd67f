// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The parts of a draft while it is being written.
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

    private mutating func head(_ type: PushType, _ priority: Int, expiration: Int? = nil) {
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

    private func says(_ id: PushQuestion.ID, _ word: String) -> Bool { answers[id] == word }

    private var expiration: Int? { says(.offline, "drop") ? 0 : nil }

    // MARK: Alerts

    private mutating func writeAlert() {
        head(.alert, says(.urgency, "passive") ? 5 : 10, expiration: expiration)
        if says(.replaces, "yes"), let id = contents[.collapseID] {
            headers.append(header(APNSHeader.collapseID, id))
        }
        aps.append("alert", .object(alert))
        writeUrgency()
        if says(.badge, "yes"), let count = contents[.badgeCount].flatMap({ Int($0) }) {
            aps.append("badge", .number(JSONNumber(count)))
        }
        if says(.buttons, "yes"), let category = contents[.category] {
            aps.append("category", .string(category))
            needs.append("the category registered with setNotificationCategories at every launch")
        }
        if says(.wake, "yes") {
            aps.append("content-available", 1)
            needs.append("remote-notification in UIBackgroundModes")
        }
        writeChange()
    }

    private var alert: JSONObject {
        if says(.text, "localized") {
            return object([("title-loc-key", .titleKey), ("loc-key", .bodyKey)])
        }
        if says(.change, "decrypt") {
            // The text that the person sees if the extension cannot open the message.
            return ["title": "New message", "body": "Open the app to read it"]
        }
        return texts
    }

    private var texts: JSONObject { object([("title", .title), ("body", .body)]) }

    /// Returns an object with those values that are present.
    private func object(_ members: [(key: String, field: PushField)]) -> JSONObject {
        var object = JSONObject()
        for (key, field) in members {
            if let value = contents[field] { object.append(key, .string(value)) }
        }
        return object
    }

    private mutating func writeUrgency() {
        if says(.text, "localized") {
            needs.append("the keys in the app's strings; their arguments go into loc-args")
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
            needs.append("permission for critical alerts, asked with the option criticalAlert")
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
            needs.append("the encrypted message beside aps, as bellhop seal writes it")
            needs.append("a notification service extension that opens it")
        default: break
        }
    }

    // MARK: Silent pushes and other kinds

    private mutating func writeBackground() {
        head(.background, 5, expiration: expiration)
        aps.append("content-available", 1)
        needs.append("remote-notification in UIBackgroundModes")
        needs.append("a way that does without it: the system may hold silent pushes back")
    }

    private mutating func writeActivity() {
        let event = answers[.event] ?? "update"
        let isLoud = event == "start" || says(.loud, "yes")
        head(.liveactivity, event == "update" && !isLoud ? 5 : 10)
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
        needs.append("a timestamp of the moment of sending, in seconds")
    }

    private func json(_ field: PushField) -> JSONObject {
        contents[field].flatMap(PushField.object) ?? JSONObject()
    }

    /// How long an ended Live Activity stays on the Lock Screen, in seconds.
    private static let dismissalDelay = 15 * 60

    private mutating func writeCall() {
        head(.voip, 10, expiration: 0)
        needs.append("what your app reads of a call, beside aps: its identifier, who calls")
        needs.append("the token of PushKit, and the background mode voip")
        needs.append("a call reported to CallKit for every such push")
    }

    private mutating func writePushToTalk() {
        head(.pushtotalk, 10, expiration: 0)
        needs.append("what your app reads of the channel, beside aps: who speaks")
        needs.append("the ephemeral token of the channel, and the Push to Talk capability")
    }

    private mutating func writeReload() {
        head(answers.kind == .controls ? .controls : .widgets, answers.kind == .controls ? 10 : 5)
        aps.append("content-changed", true)
        needs.append("a push handler in the widget's configuration, and its token")
    }

    private mutating func writeOthers() {
        switch answers.kind {
        case .location:
            head(.location, 10)
            needs.append("a location push service extension, and its token")
        case .complication:
            head(.complication, 10)
            needs.append("what your app reads, beside aps")
            needs.append("a complication of ClockKit, and the token of PushKit")
        default:
            head(.fileprovider, 5)
            payload.append(
                "container-identifier", "NSFileProviderWorkingSetContainerItemIdentifier")
            needs.append("domain beside it, for a replicated file provider")
            needs.append("a file provider extension, and the token of PushKit")
        }
    }
}
