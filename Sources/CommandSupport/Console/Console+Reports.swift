// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
public import Diagnostics

extension ReportFormat: ExpressibleByArgument {}
extension Severity: ExpressibleByArgument {}

extension Console {
    /// Returns a part of a report in colour, if standard output shows colours.
    package static func paint(_ text: String, _ part: ReportPart) -> String {
        switch part {
        case .location, .message: styled(text, .bold)
        case .error: styled(text, .red)
        case .warning: styled(text, .yellow)
        case .note, .excerpt, .rule: styled(text, .dim)
        case .caret, .remedy, .good: styled(text, .green)
        }
    }
}
