// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// Verifies fixes before they are offered. Applying all fixes together must not change the value
/// that the text represents.
enum FixCheck {
    /// Returns the errors that a reader found. Their fixes are removed if the fixes would change
    /// the value.
    static func checked(
        _ result: TolerantReader.Result, of bytes: [UInt8], from start: Int
    ) -> [JSONFinding] {
        let errors = withoutDoubtfulCommas(result.errors)
        let fixes = errors.compactMap(\.fix)
        guard !fixes.isEmpty else { return errors }
        let fixed = TextFix.apply(fixes, to: bytes).text
        // The fixed text may still contain errors, so the tolerant reader reads it, too.
        let value = TolerantReader.read(fixed, from: start).root?.value
        guard value != result.root?.value else { return errors }
        return errors.map { error in
            var error = error
            error.fix = nil
            return error
        }
    }

    /// Removes fixes for missing commas if a bracket is missing, too, because the bracket may
    /// belong where the comma would be inserted. For example, in `{"alert": {"title": "x" "badge":
    /// 1}`, a brace belongs before `"badge"`. A comma instead of the brace would move the following
    /// members into the wrong object.
    private static func withoutDoubtfulCommas(_ errors: [JSONFinding]) -> [JSONFinding] {
        guard errors.contains(where: { leavesBracketsOpen.contains($0.rule.id) }) else {
            return errors
        }
        return errors.map { error in
            guard error.rule.id == DiagnosticRule.missingComma.id else { return error }
            var error = error
            error.fix = nil
            error.remedy =
                "close the object before this position, or insert a comma; a closing bracket is "
                + "missing"
            return error
        }
    }

    private static let leavesBracketsOpen = Set(
        [DiagnosticRule.truncated, .wrongBracket].map(\.id))
}
