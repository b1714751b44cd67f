// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The members of an alert that is an object.
public struct AlertFields: Hashable, Sendable {
    // Each text is stored here if it is a plain string, and in the rare fields if it is localized,
    // but never in both. Nearly every alert has plain strings.
    private var plainTitle: String?
    private var plainSubtitle: String?
    private var plainBody: String?
    private var rare: Rare<RareAlertFields>

    public var title: AlertText? {
        get { plainTitle.map(AlertText.plain) ?? (rare.isEmpty ? nil : rare.value.title) }
        set {
            plainTitle = newValue?.plainText
            rare.value.title = plainTitle == nil ? newValue : nil
        }
    }
    public var subtitle: AlertText? {
        get { plainSubtitle.map(AlertText.plain) ?? (rare.isEmpty ? nil : rare.value.subtitle) }
        set {
            plainSubtitle = newValue?.plainText
            rare.value.subtitle = plainSubtitle == nil ? newValue : nil
        }
    }
    public var body: AlertText? {
        get { plainBody.map(AlertText.plain) ?? (rare.isEmpty ? nil : rare.value.body) }
        set {
            plainBody = newValue?.plainText
            rare.value.body = plainBody == nil ? newValue : nil
        }
    }
    /// `launch-image`: the picture or storyboard shown while the app starts.
    public var launchImage: String? {
        get { rare.value.launchImage }
        set { rare.value.launchImage = newValue }
    }
    /// `title-loc-key`: a localization key of the app; its text is used instead of the title.
    public var titleKey: String? {
        get { rare.value.titleKey }
        set { rare.value.titleKey = newValue }
    }
    /// `title-loc-args`: values for the placeholders of the title, in order.
    public var titleArguments: [String]? {
        get { rare.value.titleArguments }
        set { rare.value.titleArguments = newValue }
    }
    /// `subtitle-loc-key`: a localization key of the app; its text is used instead of the subtitle.
    public var subtitleKey: String? {
        get { rare.value.subtitleKey }
        set { rare.value.subtitleKey = newValue }
    }
    /// `subtitle-loc-args`: values for the placeholders of the subtitle, in order.
    public var subtitleArguments: [String]? {
        get { rare.value.subtitleArguments }
        set { rare.value.subtitleArguments = newValue }
    }
    /// `loc-key`: a localization key of the app; its text is used instead of the body.
    public var bodyKey: String? {
        get { rare.value.bodyKey }
        set { rare.value.bodyKey = newValue }
    }
    /// `loc-args`: values for the placeholders of the body, in order.
    public var bodyArguments: [String]? {
        get { rare.value.bodyArguments }
        set { rare.value.bodyArguments = newValue }
    }
    /// `sound`: part of the alert in Live Activities only.
    public var sound: Sound? {
        get { rare.value.sound }
        set { rare.value.sound = newValue }
    }
    /// Keys that are not Apple's, Apple's keys whose value has the wrong type, and keys that Apple
    /// no longer lists.
    public var other: JSONObject {
        get { rare.value.other }
        set { rare.value.other = newValue }
    }

    private mutating func take(_ member: JSONObject.Member) -> Bool {
        guard let key = AlertKey(rawValue: member.key), value(of: key) == nil else { return false }
        return store(member.value, as: key)
    }

    var object: JSONObject {
        var object = JSONObject()
        for key in AlertKey.allCases {
            if let value = value(of: key) { object.append(key.rawValue, value) }
        }
        for member in other.members { object.append(member.key, member.value) }
        return object
    }
}

// The initializers are in an extension, so that the struct keeps its memberwise initializer, which
// copies nothing.
extension AlertFields {
    public init() { self.init(title: nil, subtitle: nil, body: nil) }

    /// Makes alert fields from plain strings.
    init(title: String?, subtitle: String?, body: String?) {
        self.init(
            plainTitle: title, plainSubtitle: subtitle, plainBody: body, rare: Rare())
    }

    init(_ object: JSONObject) {
        self.init()
        for member in object.members where !take(member) { other.append(member.key, member.value) }
    }
}

// The code that reads a key and the code that writes it are next to each other, so that neither is
// changed without the other.
extension AlertFields {
    /// Returns the value of one of Apple's keys as JSON; `nil` when it is absent.
    private func value(of key: AlertKey) -> JSONValue? {
        switch key {
        case .title: title?.json
        case .subtitle: subtitle?.json
        case .body: body?.json
        case .launchImage: launchImage.map(JSONValue.string)
        case .titleKey: titleKey.map(JSONValue.string)
        case .subtitleKey: subtitleKey.map(JSONValue.string)
        case .bodyKey: bodyKey.map(JSONValue.string)
        case .titleArguments: titleArguments.map { .array($0.map(JSONValue.string)) }
        case .subtitleArguments: subtitleArguments.map { .array($0.map(JSONValue.string)) }
        case .bodyArguments: bodyArguments.map { .array($0.map(JSONValue.string)) }
        case .sound: sound?.json
        }
    }

    /// Stores the value of one of Apple's keys. Returns `false` when the value does not have the
    /// documented type.
    private mutating func store(_ value: JSONValue, as key: AlertKey) -> Bool {
        switch key {
        case .title: store(AlertText(value), in: \.title)
        case .subtitle: store(AlertText(value), in: \.subtitle)
        case .body: store(AlertText(value), in: \.body)
        case .launchImage: store(value.stringValue, in: \.launchImage)
        case .titleKey: store(value.stringValue, in: \.titleKey)
        case .subtitleKey: store(value.stringValue, in: \.subtitleKey)
        case .bodyKey: store(value.stringValue, in: \.bodyKey)
        case .titleArguments: store(value.stringsValue, in: \.titleArguments)
        case .subtitleArguments: store(value.stringsValue, in: \.subtitleArguments)
        case .bodyArguments: store(value.stringsValue, in: \.bodyArguments)
        case .sound: store(Sound(value), in: \.sound)
        }
    }

    private mutating func store<Value>(
        _ value: Value?, in property: WritableKeyPath<AlertFields, Value?>
    ) -> Bool {
        guard let value else { return false }
        self[keyPath: property] = value
        return true
    }

    /// Appends the JSON of ``object`` without creating that object.
    func write(to output: inout OutputSpan<UInt8>) throws(JSONWriter.NoRoom) {
        try output.openObject()
        let rare = rare.isEmpty ? nil : rare.value
        try output.member(#""title":"#, plainTitle)
        if let title = rare?.title { try output.member(#""title":"#, title.json.objectValue) }
        try output.member(#""subtitle":"#, plainSubtitle)
        if let subtitle = rare?.subtitle {
            try output.member(#""subtitle":"#, subtitle.json.objectValue)
        }
        try output.member(#""body":"#, plainBody)
        if let body = rare?.body { try output.member(#""body":"#, body.json.objectValue) }
        if let rare { try rare.write(to: &output) }
        try output.closeObject()
    }

    /// Writes only the body, for an alert that is a plain string.
    func writeBody(to output: inout OutputSpan<UInt8>) throws(JSONWriter.NoRoom) {
        try output.put(quoted: plainBody ?? "")
    }

    /// The approximate number of bytes that are written; escapes are not counted.
    var byteCountHint: Int {
        (plainTitle?.utf8.count ?? 0) + (plainSubtitle?.utf8.count ?? 0)
            + (plainBody?.utf8.count ?? 0) + (rare.isEmpty ? 0 : 256)
    }
}

/// The fields that few alerts have.
struct RareAlertFields: Emptiable {
    var title: AlertText?
    var subtitle: AlertText?
    var body: AlertText?
    var launchImage: String?
    var titleKey: String?
    var titleArguments: [String]?
    var subtitleKey: String?
    var subtitleArguments: [String]?
    var bodyKey: String?
    var bodyArguments: [String]?
    var sound: Sound?
    var other = JSONObject()

    /// Writes the members of the object that follow the plain strings.
    func write(to output: inout OutputSpan<UInt8>) throws(JSONWriter.NoRoom) {
        try output.member(#""launch-image":"#, launchImage)
        try output.member(#""title-loc-key":"#, titleKey)
        try output.member(#""subtitle-loc-key":"#, subtitleKey)
        try output.member(#""loc-key":"#, bodyKey)
        try output.member(#""title-loc-args":"#, titleArguments)
        try output.member(#""subtitle-loc-args":"#, subtitleArguments)
        try output.member(#""loc-args":"#, bodyArguments)
        if let sound {
            try output.key(#""sound":"#)
            try sound.write(to: &output)
            try output.put(",")
        }
        try output.members(of: other)
    }
}
