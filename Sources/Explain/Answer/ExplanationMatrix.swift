// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import DeviceModel

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The explanations of one push in each state of the app.
package struct ExplanationMatrix: Hashable, Sendable {
    /// A state of the app with its explanation.
    package struct Column: Hashable, Sendable {
        package let state: AppState
        package let explanation: Explanation
    }

    /// The columns in the order foreground, background, suspended, terminated, force-quit.
    package let columns: [Column]

    /// Explains a push in every state. In the foreground column, the phone is unlocked regardless
    /// of the scenario, because no app is in use on a locked phone.
    package init(of input: ExplainedPush, in scenario: Scenario, now: Date) throws {
        columns = try AppState.allCases.map { state in
            var scenario = scenario
            scenario.state = state
            if state == .foreground {
                scenario.isLocked = false
            } else {
                scenario.presentation = nil
            }
            return Column(
                state: state, explanation: try Explanation(of: input, in: scenario, now: now))
        }
    }

    /// Whether the push reaches the person or the app in at least one state.
    package var isDelivered: Bool { columns.contains { $0.explanation.isDelivered } }

    /// Returns the letter that represents a state: F, B, S, T or Q.
    package static func letter(_ state: AppState) -> String {
        switch state {
        case .foreground: "F"
        case .background: "B"
        case .suspended: "S"
        case .terminated: "T"
        case .forceQuit: "Q"
        }
    }
}
