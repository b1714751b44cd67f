// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel

extension DeviceCommand: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Field.self)
        try values.encode(action.rawValue, forKey: .action)
        switch self {
        case .lock, .unlock, .reboot, .online, .offline, .restoreBackup, .flick, .collapse: break
        case .answer(let answer): try values.encode(answer, forKey: .value)
        case .install(let bundleID, let name):
            try values.encode(bundleID, forKey: .app)
            try values.encodeIfPresent(name, forKey: .value)
        case .app(let command, let bundleID):
            try values.encodeIfPresent(bundleID, forKey: .app)
            try command.encode(into: &values)
        case .notification(let command, let id, let bundleID):
            try values.encodeIfPresent(bundleID, forKey: .app)
            try values.encodeIfPresent(id, forKey: .notification)
            try command.encode(into: &values)
        case .activity(_, let id): try values.encodeIfPresent(id, forKey: .activity)
        case .set(let name, let value, let bundleID):
            try values.encodeIfPresent(bundleID, forKey: .app)
            try values.encode(name, forKey: .key)
            try values.encode(value, forKey: .value)
        case .focus(let focus): try values.encode(focus, forKey: .focus)
        case .move(let location): try values.encode(location, forKey: .location)
        }
    }

    /// The value of `action` for the command.
    var action: Action {
        switch self {
        case .lock: .lock
        case .unlock: .unlock
        case .reboot: .reboot
        case .online: .online
        case .offline: .offline
        case .restoreBackup: .restoreBackup
        case .flick: .flick
        case .collapse: .collapse
        case .answer: .answer
        case .install: .install
        case .app(let command, _): command.action
        case .notification(let command, _, _): command.action
        case .activity(let command, _): command.action
        case .set: .set
        case .focus: .focus
        case .move: .move
        }
    }
}

extension AppCommand {
    fileprivate var action: DeviceCommand.Action {
        switch self {
        case .launch: .launch
        case .background: .background
        case .suspend: .suspend
        case .terminate: .terminate
        case .uninstall: .uninstall
        case .quit: .quit
        case .openAppClip: .openAppClip
        case .openSettings: .openSettings
        case .rotateToken: .rotateToken
        case .runRefresh: .runRefresh
        case .failExtension: .extensionFailure
        case .ask: .ask
        case .push: .push
        case .clear: .clear
        }
    }

    fileprivate func encode(
        into values: inout KeyedEncodingContainer<DeviceCommand.Field>
    ) throws {
        switch self {
        case .launch, .background, .suspend, .terminate, .uninstall, .quit, .openAppClip,
            .rotateToken, .runRefresh:
            break
        case .openSettings(let notification):
            try values.encodeIfPresent(notification, forKey: .notification)
        case .failExtension(let failure): try values.encode(failure, forKey: .value)
        case .ask(let options):
            try values.encode(options.names.joined(separator: ","), forKey: .value)
        case .push(let payload): try values.encode(JSONValue.object(payload), forKey: .payload)
        case .clear(let thread): try values.encodeIfPresent(thread, forKey: .thread)
        }
    }
}

extension NotificationCommand {
    fileprivate var action: DeviceCommand.Action {
        switch self {
        case .tap: .tap
        case .dismiss: .dismiss
        case .expand: .expand
        case .turnOff: .turnOff
        case .keep: .keep
        case .choose: .choose
        }
    }

    fileprivate func encode(
        into values: inout KeyedEncodingContainer<DeviceCommand.Field>
    ) throws {
        switch self {
        case .tap, .dismiss, .expand, .turnOff: break
        case .keep(let choice): try values.encode(choice, forKey: .value)
        case .choose(let button, let text):
            try values.encodeIfPresent(button, forKey: .button)
            try values.encodeIfPresent(text, forKey: .text)
        }
    }
}

extension ActivityCommand {
    fileprivate var action: DeviceCommand.Action {
        switch self {
        case .tap: .tapActivity
        case .remove: .removeActivity
        case .collapse: .collapseActivity
        case .rotateToken: .rotateActivityToken
        }
    }
}
