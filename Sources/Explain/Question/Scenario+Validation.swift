// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel

/// Two options that contradict each other.
package struct Contradiction: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description of the contradiction and of the correct form.
    package let description: String

    init(_ description: String) { self.description = description }
}

extension Scenario {
    /// Checks for contradictions, and throws the first contradiction.
    ///
    /// - Parameter isMatrix: whether all app states are requested together.
    /// - Throws: ``Contradiction``, which refers to options of the command line.
    package func validate(isMatrix: Bool = false) throws(Contradiction) {
        if isMatrix {
            guard state == nil else {
                throw Contradiction(
                    "--matrix shows every app state; remove --state or --matrix")
            }
        } else {
            try validateState()
        }
        try validateFocus()
        let mayShow = authorization.allowsNotifications
        if presentation != nil, !mayShow {
            throw Contradiction(
                "--present sets the result of willPresent, which iOS does not call with "
                    + "--permission \(authorization.rawValue); use one of "
                    + Self.list(of: Authorization.allCases.filter(\.allowsNotifications)))
        }
        if isInSummary, authorization != .authorized {
            throw Contradiction(
                "--summary requires an authorized app; with --permission \(authorization.rawValue) "
                    + "the phone has no summary for the app; use --permission authorized")
        }
    }

    private func validateState() throws(Contradiction) {
        if isLocked == true, appState == .foreground {
            throw Contradiction(
                "--state foreground requires an unlocked phone; use --unlocked, or one of the "
                    + "states "
                    + Self.list(of: AppState.allCases.filter { $0 != .foreground }))
        }
        if presentation != nil, appState != .foreground {
            throw Contradiction(
                "--present sets the result of willPresent, which iOS does not call with --state "
                    + "\(appState.rawValue); use --state foreground")
        }
    }

    private func validateFocus() throws(Contradiction) {
        guard focusName == nil else { return }
        let option: String? =
            if focusAllowsApp {
                "--focus-allows-app"
            } else if !focusPeople.isEmpty {
                "--focus-allows"
            } else if focusHoldsTimeSensitive {
                "--focus-no-time-sensitive"
            } else {
                nil
            }
        if let option {
            throw Contradiction("\(option) requires an active Focus; add --focus NAME")
        }
    }

    private static func list<Value: RawRepresentable<String>>(of cases: [Value]) -> String {
        cases.map(\.rawValue).joined(separator: ", ")
    }
}
