// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import CommandSupport
import DeviceModel

/// The names of permissions on the command line.
enum PermissionOption {
    static let help =
        "The permission: " + Authorization.allCases.map(\.rawValue).joined(separator: ", ") + "."

    static func parse(_ word: String) throws -> Authorization {
        guard let authorization = Authorization(rawValue: word) else {
            throw CommandFailure(
                .usage,
                "there is no permission \"\(word.printable)\"; use one of "
                    + Authorization.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return authorization
    }
}

/// The names of an app's states on the command line.
enum AppStateOption {
    static func parse(_ word: String) throws -> AppState {
        guard let state = AppState(rawValue: word) else {
            throw CommandFailure(
                .usage,
                "there is no state \"\(word.printable)\"; use one of "
                    + AppState.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return state
    }
}

/// Parses `on` or `off`.
func onOff(_ word: String, _ option: String) throws -> Bool {
    switch word {
    case "on": return true
    case "off": return false
    default: throw CommandFailure(.usage, "\(option) takes on or off, not \"\(word.printable)\"")
    }
}
