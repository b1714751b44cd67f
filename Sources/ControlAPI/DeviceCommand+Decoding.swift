// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel

extension DeviceCommand: Decodable {
    /// - Throws: ``ControlProblem`` when an action, field or value is unknown, missing or invalid;
    ///   its message lists the alternatives. `DecodingError` when a value has the wrong JSON type.
    package init(from decoder: any Decoder) throws {
        self = try CommandFields(decoder).command()
    }
}

/// The fields of one command in JSON.
private struct CommandFields {
    private let action: DeviceCommand.Action
    private let app: String?
    private let values: KeyedDecodingContainer<DeviceCommand.Field>

    init(_ decoder: any Decoder) throws {
        values = try decoder.container(keyedBy: DeviceCommand.Field.self)
        action = try Self.action(values)
        app = try values.decodeIfPresent(String.self, forKey: .app)
        try Self.check(try decoder.container(keyedBy: AnyField.self), of: action)
    }

    private static func action(
        _ values: KeyedDecodingContainer<DeviceCommand.Field>
    ) throws -> DeviceCommand.Action {
        let known = DeviceCommand.Action.allCases.map(\.rawValue).joined(separator: ", ")
        guard let word = try values.decodeIfPresent(String.self, forKey: .action) else {
            throw ControlProblem(.badRequest, "\"action\" is missing; use one of \(known)")
        }
        guard let action = DeviceCommand.Action(rawValue: word) else {
            throw ControlProblem(
                .badRequest,
                "there is no action \"\(OneLine.text(word, characterCountMax: 40))\"; use one of "
                    + known)
        }
        return action
    }

    /// Rejects unknown fields. If a misspelled field were ignored, the command would not do what
    /// the client intended.
    private static func check(
        _ fields: KeyedDecodingContainer<AnyField>, of action: DeviceCommand.Action
    ) throws {
        let known = [.action, .app] + action.fields
        for key in fields.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            guard !known.contains(where: { $0.rawValue == key.stringValue }),
                try !fields.decodeNil(forKey: key)
            else { continue }
            let name = OneLine.text(key.stringValue, characterCountMax: 40)
            throw ControlProblem(
                .badRequest,
                "\(action.rawValue) has no field \"\(name)\"; its fields are "
                    + known.map(\.rawValue).joined(separator: ", "))
        }
    }

    func command() throws -> DeviceCommand {
        switch action {
        case .lock: .lock
        case .unlock: .unlock
        case .reboot: .reboot
        case .online: .online
        case .offline: .offline
        case .restoreBackup: .restoreBackup
        case .flick: .flick
        case .collapse: .collapse
        case .answer: .answer(try word(PromptAnswer.self))
        case .install: try install()
        case .launch: .app(.launch, bundleID: app)
        case .background: .app(.background, bundleID: app)
        case .suspend: .app(.suspend, bundleID: app)
        case .terminate: .app(.terminate, bundleID: app)
        case .quit: .app(.quit, bundleID: app)
        case .uninstall: .app(.uninstall, bundleID: app)
        case .openAppClip: .app(.openAppClip, bundleID: app)
        case .openSettings:
            .app(.openSettings(notification: try text(.notification)), bundleID: app)
        case .rotateToken: .app(.rotateToken, bundleID: app)
        case .runRefresh: .app(.runRefresh, bundleID: app)
        case .extensionFailure: .app(.failExtension(try word(ExtensionFailure.self)), bundleID: app)
        case .ask: .app(.ask(try options()), bundleID: app)
        case .push: .app(.push(try payload()), bundleID: app)
        case .clear: .app(.clear(thread: try text(.thread)), bundleID: app)
        case .tap: try notification(.tap)
        case .dismiss: try notification(.dismiss)
        case .expand: try notification(.expand)
        case .turnOff: try notification(.turnOff)
        case .keep:
            try notification(
                .keep(try text(.value) == nil ? .immediately : try word(KeepChoice.self)))
        case .choose:
            try notification(.choose(button: try text(.button), text: try text(.text)))
        case .tapActivity: .activity(.tap, id: try text(.activity))
        case .removeActivity: .activity(.remove, id: try text(.activity))
        case .collapseActivity: .activity(.collapse, id: try text(.activity))
        case .rotateActivityToken: .activity(.rotateToken, id: try text(.activity))
        case .focus: try value(FocusCommand.self, .focus).map { .focus($0) } ?? setting()
        case .move: try value(Coordinate.self, .location).map { .move($0) } ?? setting()
        case .state, .authorization, .presentation, .xcode, .network, .mute, .summary, .previews,
            .language, .backgroundRefresh, .backgroundRefreshAll, .locationAccess, .lowPower,
            .timeZone, .liveActivities, .frequentUpdates, .set:
            try setting()
        }
    }

    private func notification(_ command: NotificationCommand) throws -> DeviceCommand {
        .notification(command, id: try text(.notification), bundleID: app)
    }
}

// MARK: - Values

extension CommandFields {
    private func value<Value: Decodable>(
        _ type: Value.Type, _ field: DeviceCommand.Field
    ) throws -> Value? {
        try values.decodeIfPresent(type, forKey: field)
    }

    private func text(_ field: DeviceCommand.Field) throws -> String? {
        try value(String.self, field)
    }

    /// Returns the value of the field `value` as a case of an enumeration.
    private func word<Value>(_ type: Value.Type) throws -> Value
    where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
        guard let value = try text(.value).flatMap(Value.init(rawValue:)) else {
            let names = Value.allCases.map(\.rawValue)
            let list = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
            throw ControlProblem(.badRequest, "\"value\" of \(action.rawValue) must be \(list)")
        }
        return value
    }

    private func setting() throws -> DeviceCommand {
        guard let name = try action.switchName ?? text(.key) else {
            throw ControlProblem(.badRequest, "name the switch in \"key\" and give its \"value\"")
        }
        guard let value = try text(.value) else {
            let name = OneLine.text(name, characterCountMax: 40)
            throw ControlProblem(
                .badRequest,
                "\"value\" is missing; list the values of \(name) with: bellhop device set \(name) "
                    + "--list")
        }
        return .set(name, value: value, bundleID: app)
    }

    private func install() throws -> DeviceCommand {
        guard let app else {
            throw ControlProblem(.badRequest, "name the app's bundle identifier in \"app\"")
        }
        return .install(bundleID: app, name: try text(.value))
    }

    /// Returns the options in the app's request for permission.
    private func options() throws -> AuthorizationOptions {
        guard let value = try text(.value) else { return .interactions }
        guard let options = AuthorizationOptions(list: value) else {
            throw ControlProblem(
                .badRequest,
                "\"value\" of ask must be one or more of "
                    + AuthorizationOptions.allNames.joined(separator: ","))
        }
        return options
    }

    private func payload() throws -> JSONObject {
        guard let payload = try value(JSONValue.self, .payload)?.objectValue,
            payload["aps"]?.objectValue != nil
        else {
            throw ControlProblem(
                .badRequest, "\"payload\" of push must be an object with the key aps")
        }
        return payload
    }
}

/// The name of any field of a JSON object.
private struct AnyField: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
