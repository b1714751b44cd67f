// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import DeviceModel

/// A phone in words, for the terminal.
enum DeviceText {
    /// One line a phone.
    static func summary(_ device: DeviceView) -> String {
        let apps = device.apps.map { app in
            let badge = app.badge > 0 ? ", badge \(app.badge)" : ""
            let count = app.delivered.isEmpty ? "" : ", \(app.delivered.count) on the screen"
            return
                "\(app.name) \(app.state.rawValue), \(app.authorization.rawValue)\(badge)\(count)"
        }
        let state = [device.isLocked ? "locked" : "unlocked", device.isOnline ? nil : "offline"]
        return "\(Console.styled(device.name, .bold)) (\(device.id))  "
            + (state.compactMap { $0 } + apps).joined(separator: "; ")
    }

    static func callback(_ callback: CallbackView) -> String {
        let rule = callback.rule.map { " (\($0.rawValue))" } ?? ""
        let detail = callback.detail.map { Console.styled("  " + OneLine.text($0), .dim) } ?? ""
        return "  \(callback.name)\(rule)\(detail)"
    }

    /// The screen, the apps and the last callbacks.
    static func screen(_ device: DeviceView, trace: [CallbackView]) -> String {
        var lines = [summary(device)]
        for app in device.apps {
            let tokens = app.tokens.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            lines.append("  \(app.bundleID)  \(app.environment?.rawValue ?? "no push entitlement")")
            lines += tokens.map { "    token \($0)" }
            lines += app.delivered.map { "    • \($0.oneLine)  \(Console.styled($0.id, .dim))" }
        }
        // One call a token family at every start would leave no room for what the person did.
        let registration = Callback.Kind.didRegister.apiName
        let calls = trace.filter { $0.name != registration }
        if !calls.isEmpty { lines.append("  last callbacks, newest first:") }
        return (lines + calls.prefix(8).map(callback)).joined(separator: "\n")
    }
}

/// The words of permissions on the command line.
enum PermissionWords {
    static let help =
        "The permission: " + Authorization.allCases.map(\.rawValue).joined(separator: ", ") + "."

    static func parse(_ word: String) throws -> Authorization {
        guard let authorization = Authorization(rawValue: word) else {
            throw CommandFailure(
                .usage,
                "there is no permission \"\(word)\"; use one of "
                    + Authorization.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return authorization
    }
}

/// The words of environments on the command line.
enum EnvironmentWords {
    static func parse(_ word: String) throws -> APNSEnvironment {
        guard let environment = APNSEnvironment(rawValue: word) else {
            throw CommandFailure(
                .usage, "there is no environment \"\(word)\"; use sandbox or production")
        }
        return environment
    }
}

/// The words of an app's states on the command line, as actions that lead there.
enum AppStateWords {
    static func parse(_ word: String) throws -> DeviceCommand.Action {
        switch AppState(rawValue: word) {
        case .foreground: return .launch
        case .background: return .background
        case .suspended: return .suspend
        case .terminated: return .terminate
        case .forceQuit: return .quit
        case nil:
            throw CommandFailure(
                .usage,
                "there is no state \"\(word)\"; use one of "
                    + AppState.allCases.map(\.rawValue).joined(separator: ", "))
        }
    }
}

/// `on` or `off`.
func onOff(_ word: String, _ option: String) throws -> Bool {
    switch word {
    case "on": return true
    case "off": return false
    default: throw CommandFailure(.usage, "\(option) takes on or off, not \"\(word)\"")
    }
}

/// Asks the simulator; what it cannot do is one line and status 65.
func asking<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let problem as ControlProblem {
        throw CommandFailure(.badInput, problem.detail)
    }
}

/// A result as JSON with stable keys.
func jsonText(_ value: some Encodable) throws -> String {
    String(decoding: try ControlJSON.encode(value, isPretty: true), as: UTF8.self)
}
