// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// The code that reads a key and the code that writes it are next to each other, so that neither is
// changed without the other.
extension APS {
    /// Returns the value of one of Apple's keys as JSON; `nil` when it is absent.
    func value(of key: APSKey) -> JSONValue? {
        switch key {
        case .alert: alert?.json
        case .badge: badge.map { .number(JSONNumber($0)) }
        case .sound: sound?.json
        case .threadID: threadID.map(JSONValue.string)
        case .category: category.map(JSONValue.string)
        case .contentAvailable: contentAvailable.map(JSONValue.flag)
        case .mutableContent: mutableContent.map(JSONValue.flag)
        case .targetContentID: targetContentID.map(JSONValue.string)
        case .interruptionLevel: interruptionLevel.map { .string($0.rawValue) }
        case .relevanceScore: relevanceScore.map { .number(JSONNumber($0)) }
        case .filterCriteria: filterCriteria.map(JSONValue.string)
        case .urlArguments: urlArguments.map { .array($0.map(JSONValue.string)) }
        case .contentChanged: contentChanged.map(JSONValue.bool)
        case .timestamp: liveActivity.timestamp.map { .number(JSONNumber($0)) }
        case .event: liveActivity.event.map { .string($0.rawValue) }
        case .contentState: liveActivity.contentState.map(JSONValue.object)
        case .staleDate: liveActivity.staleDate.map { .number(JSONNumber($0)) }
        case .dismissalDate: liveActivity.dismissalDate.map { .number(JSONNumber($0)) }
        case .attributesType: liveActivity.attributesType.map(JSONValue.string)
        case .attributes: liveActivity.attributes.map(JSONValue.object)
        case .inputPushToken: liveActivity.inputPushToken.map(JSONValue.flag)
        case .inputPushChannel: liveActivity.inputPushChannel.map(JSONValue.string)
        }
    }

    /// Stores the value of one of Apple's keys. Returns `false` when the value does not have the
    /// documented type.
    mutating func take(_ value: JSONValue, as key: APSKey) -> Bool {
        switch key {
        case .alert: store(Alert(value), in: \.alert)
        case .badge: store(value.intValue, in: \.badge)
        case .sound: store(Sound(value), in: \.sound)
        case .threadID: store(value.stringValue, in: \.threadID)
        case .category: store(value.stringValue, in: \.category)
        case .contentAvailable: store(value.flagValue, in: \.contentAvailable)
        case .mutableContent: store(value.flagValue, in: \.mutableContent)
        case .targetContentID: store(value.stringValue, in: \.targetContentID)
        case .interruptionLevel:
            store(value.stringValue.flatMap(InterruptionLevel.init), in: \.interruptionLevel)
        case .relevanceScore: store(value.doubleValue, in: \.relevanceScore)
        case .filterCriteria: store(value.stringValue, in: \.filterCriteria)
        case .urlArguments: store(value.stringsValue, in: \.urlArguments)
        case .contentChanged: store(value.boolValue, in: \.contentChanged)
        case .timestamp: store(value.intValue, in: \.liveActivity.timestamp)
        case .event:
            store(value.stringValue.flatMap(LiveActivityEvent.init), in: \.liveActivity.event)
        case .contentState: store(value.objectValue, in: \.liveActivity.contentState)
        case .staleDate: store(value.intValue, in: \.liveActivity.staleDate)
        case .dismissalDate: store(value.intValue, in: \.liveActivity.dismissalDate)
        case .attributesType: store(value.stringValue, in: \.liveActivity.attributesType)
        case .attributes: store(value.objectValue, in: \.liveActivity.attributes)
        case .inputPushToken: store(value.flagValue, in: \.liveActivity.inputPushToken)
        case .inputPushChannel: store(value.stringValue, in: \.liveActivity.inputPushChannel)
        }
    }

    private mutating func store<Value>(
        _ value: Value?, in property: WritableKeyPath<APS, Value?>
    ) -> Bool {
        guard let value else { return false }
        self[keyPath: property] = value
        return true
    }
}

extension JSONValue {
    /// Returns Apple's form of a Boolean in a payload: the number 1 or 0.
    static func flag(_ isOn: Bool) -> JSONValue { .number(JSONNumber(isOn ? 1 : 0)) }

    /// The flag that a number represents: `true` for 1 and `false` for 0. `nil` for any other
    /// value, including JSON's own `true` and `false`.
    var flagValue: Bool? {
        switch intValue {
        case 1: true
        case 0: false
        default: nil
        }
    }

    /// The elements, if this is an array that contains only strings.
    var stringsValue: [String]? {
        guard let elements = arrayValue else { return nil }
        let strings = elements.compactMap(\.stringValue)
        return strings.count == elements.count ? strings : nil
    }
}
