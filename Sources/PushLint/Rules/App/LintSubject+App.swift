// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

// What rules about the app ask of a payload.
extension LintSubject {
    /// The app, if it is the one that this goes to, as far as that is known: what is said about
    /// another app's payload would be wrong.
    var app: LintApp? {
        guard let app = context.app else { return nil }
        guard let own = app.bundleID, let id = addresseeID else { return app }
        return id == own ? app : nil
    }

    /// The app that the payload says it is for: by its topic, or by `Simulator Target Bundle`.
    var addresseeID: String? {
        if let topic = headers[APNSHeader.topic]?.value, !topic.isEmpty {
            return Topic(topic).bundleID
        }
        return custom(APNSFile.targetBundleKey)?.value.value.stringValue
    }

    /// `, did you mean "x"?`, when a name is near another one.
    static func suggestion(for name: String, in names: some Sequence<String>) -> String {
        let near = KeySpelling.nearest(to: name, among: names.sorted())
        return near.map { ", did you mean \(Shown.quoted($0))?" } ?? ""
    }
}
