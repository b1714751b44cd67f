// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import Diagnostics

extension PayloadLinter {
    /// Returns all findings in a payload, and its traits for examining many payloads together. The
    /// traits are `nil` if the payload cannot be read.
    public func examine(
        _ source: SourceText, context: LintContext = LintContext()
    ) -> (diagnostics: [Diagnostic], traits: PayloadTraits?) {
        let (subject, diagnostics) = check(source, context: context)
        return (diagnostics, subject.map(PayloadTraits.init))
    }
}

extension PayloadTraits {
    init(_ push: LintSubject) {
        let aps = push.payload.aps
        let priority = push.headers[APNSHeader.priority].flatMap { Int($0.value) }
        self.init(
            isVisible: push.pushType == .alert && push.isVisible,
            isTimeSensitive: aps?.interruptionLevel == .timeSensitive, statedPriority: priority,
            hasThreadID: aps?.threadID != nil, hasCategory: aps?.category != nil,
            collapseID: push.headers[APNSHeader.collapseID]?.value)
    }
}
