// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let misspelledHeader = LintRule(
        "misspelled-header", .error, "a header's name is misspelled",
        why: "APNs ignores unknown headers and reports no error, so the default value applies.",
        remedy: "write the header's name as Apple documents it",
        wrong: """
            ---
            apns-push-type: alert
            apns-prority: 5
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        right: """
            ---
            apns-push-type: alert
            apns-priority: 5
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        claim: .documented("Sending notification requests to APNs")
    ) { push, report in
        for name in push.headers.keys.sorted() {
            guard let meant = HeaderName.meant(by: name) else { continue }
            report.add(
                "\(Shown.quoted(name)) is not an APNs header", header: name,
                remedy: "did you mean \(meant)?", fix: renaming(name, to: meant, in: push))
        }
    }

    /// Returns a fix that renames a header in the front matter. Returns `nil` if the correct name
    /// is present, too.
    private static func renaming(_ name: String, to meant: String, in push: LintSubject) -> TextFix?
    {
        let lines = push.frontMatter.fields.filter { $0.name == name }
        guard lines.count == 1, push.headers[meant] == nil else { return nil }
        return TextFix("rename to \(meant)", replacing: lines[0].nameRange, with: meant)
    }
}
