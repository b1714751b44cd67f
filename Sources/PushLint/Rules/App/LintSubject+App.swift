// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

// Facts about the app, for the rules that compare the payload with the app.
extension LintSubject {
    /// The app; `nil` if the payload is known to be for another app, because findings about the
    /// wrong app would be misleading.
    var app: LintApp? {
        guard let app = context.app else { return nil }
        guard let own = app.bundleID, let id = addresseeID else { return app }
        return id == own ? app : nil
    }

    /// The bundle identifier to which the payload is addressed, from its topic or from `Simulator
    /// Target Bundle`.
    var addresseeID: String? {
        if let topic = headers[APNSHeader.topic]?.value, !topic.isEmpty {
            return Topic(topic).bundleID
        }
        return custom(APNSFile.targetBundleKey)?.value.value.stringValue
    }

    /// Returns `; did you mean "x"?` if one of the names is similar to the given one; otherwise an
    /// empty string.
    static func suggestion(for name: String, in names: some Sequence<String>) -> String {
        let near = KeySpelling.nearest(to: name, among: names.sorted())
        return near.map { "; did you mean \(Shown.quoted($0))?" } ?? ""
    }
}
