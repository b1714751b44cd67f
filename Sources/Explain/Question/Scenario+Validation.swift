// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel

/// Two statements that cannot both be true of a phone.
public struct Contradiction: Error, Hashable, Sendable, CustomStringConvertible {
    /// The contradiction and the correct form.
    public let description: String

    init(_ description: String) { self.description = description }
}

extension Scenario {
    /// Checks for contradictions and throws the first one.
    ///
    /// - Parameter isMatrix: whether all app states are requested at once.
    /// - Throws: ``Contradiction``, which refers to options of the command line.
    public func validate(isMatrix: Bool = false) throws(Contradiction) {
        if isMatrix {
            guard state == nil else {
                throw Contradiction(
                    "--matrix shows every app state; leave --state out, or leave --matrix out")
            }
        } else {
            try validateState()
        }
        try validateFocus()
        let mayShow = authorization.allowsNotifications
        if presentation != nil, !mayShow {
            throw Contradiction(
                "--present is what willPresent answers, and with --permission "
                    + "\(authorization.rawValue) it is not asked; use one of "
                    + Self.words(of: Authorization.allCases.filter(\.allowsNotifications)))
        }
        if isInSummary, authorization != .authorized {
            throw Contradiction(
                "--summary holds what an authorized app sends; with --permission "
                    + "\(authorization.rawValue) there is no summary; use --permission authorized")
        }
    }

    private func validateState() throws(Contradiction) {
        if isLocked == true, appState == .foreground {
            throw Contradiction(
                "--state foreground means an app on the screen, which --locked has none of; use "
                    + "--unlocked, or one of "
                    + Self.words(of: AppState.allCases.filter { $0 != .foreground }))
        }
        if presentation != nil, appState != .foreground {
            throw Contradiction(
                "--present is what willPresent answers, and with --state \(appState.rawValue) it "
                    + "is not asked; use --state foreground")
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
            throw Contradiction("\(option) is about a Focus that is on; add --focus NAME")
        }
    }

    private static func words<Word: RawRepresentable<String>>(of cases: [Word]) -> String {
        cases.map(\.rawValue).joined(separator: ", ")
    }
}
