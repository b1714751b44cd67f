// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

// What rules about the app need to know about a payload.
extension LintSubject {
    /// The app, unless the payload is known to be for another one: findings about the wrong app
    /// would be misleading.
    var app: LintApp? {
        guard let app = context.app else { return nil }
        guard let own = app.bundleID, let id = addresseeID else { return app }
        return id == own ? app : nil
    }

    /// The app that the payload names, in its topic or in `Simulator Target Bundle`.
    var addresseeID: String? {
        if let topic = headers[APNSHeader.topic]?.value, !topic.isEmpty {
            return Topic(topic).bundleID
        }
        return custom(APNSFile.targetBundleKey)?.value.value.stringValue
    }

    /// Returns `; did you mean "x"?` if a name is similar to another one.
    static func suggestion(for name: String, in names: some Sequence<String>) -> String {
        let near = KeySpelling.nearest(to: name, among: names.sorted())
        return near.map { "; did you mean \(Shown.quoted($0))?" } ?? ""
    }
}
