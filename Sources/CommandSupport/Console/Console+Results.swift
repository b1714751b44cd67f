// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import Explain
package import Workbench

extension Console {
    /// Prints a result in the requested format.
    package static func show(_ result: some WorkResult, _ format: OutputFormat) throws {
        out(
            format == .json
                ? JSONWriter.text(.object(try result.json()), style: .indented)
                : result.text(width: width, paint: paint))
    }

    /// Returns a part of a result in a style, if standard output shows styles.
    package static func paint(_ text: String, _ style: TextStyle) -> String {
        switch style {
        case .bold: styled(text, .bold)
        case .dim: styled(text, .dim)
        case .red: styled(text, .red)
        case .green: styled(text, .green)
        case .yellow: styled(text, .yellow)
        }
    }
}
