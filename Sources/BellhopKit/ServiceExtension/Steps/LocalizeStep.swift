// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import UserNotificationsShim

/// Writes the notification's texts in the person's language, by keys next to `aps`:
///
/// ```json
/// {"aps": {"alert": "New order", "mutable-content": 1},
///  "localized": {"title-loc-key": "ORDER", "loc-key": "FROM_%@", "loc-args": ["Mia"]}}
/// ```
///
/// The alert of `aps` may have such keys too; the system itself looks them up. This step is for
/// texts elsewhere: in sealed content, or where the alert is a literal text for old versions of the
/// app.
public struct LocalizeStep: ServiceStep {
    public let name = ServiceStepName.localize
    public var timeLimit = ServiceTime.localize
    private let lookUp: @Sendable (LocalizedTexts.Text) -> String?

    /// Looks texts up in the app's strings.
    public init() { lookUp = LocalizedTexts.appString }

    /// - Parameter lookUp: returns a text for a key. When it returns `nil`, the content's text
    ///   stays.
    public init(lookUp: @escaping @Sendable (LocalizedTexts.Text) -> String?) {
        self.lookUp = lookUp
    }

    public func run(on draft: NotificationDraft) async throws {
        let payload = draft.payload
        let object = draft.keys.localized.lazy.compactMap { payload[$0]?.objectValue }.first
        guard let texts = object.flatMap({ LocalizedTexts($0) }) else { return }
        draft.change { texts.write(to: $0, lookUp: lookUp) }
    }
}
