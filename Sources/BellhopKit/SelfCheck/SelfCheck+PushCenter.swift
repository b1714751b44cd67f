// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation

extension SelfCheck {
    /// The check of an app on BellhopKit: what the app needs is read from its configuration, and
    /// categories from the messages that come.
    ///
    /// - Parameter change: says what the configuration does not: a service extension, Live
    ///   Activities.
    public convenience init(_ push: PushCenter, change: (inout SelfCheckNeeds) -> Void = { _ in }) {
        let configuration = push.configuration
        var needs = SelfCheckNeeds(appGroup: configuration.appGroup)
        needs.refreshTasks = Set([configuration.refresh?.taskID].compactMap(\.self))
        change(&needs)
        self.init(context: push.context, needs: needs, center: push.center)
        categoryCheck = CategoryCheck(configuration.categories)
        push.whenReceived { [weak self] in self?.categoryCheck?.saw($0.payload) }
        push.whenAnswered { [weak self] in self?.categoryCheck?.saw($0.message.payload) }
        token = { [weak self, weak push] in
            guard let self, let push else { return nil }
            return self.token(of: push.registration.status, at: push.context.time.now)
        }
    }

    private func token(of status: RegistrationStatus, at now: Date) -> SelfCheckFacts.Token {
        switch status {
        case .waitingForToken: .waiting(seconds: Int(max(0, now.timeIntervalSince(start))))
        case .failed(let words, _): .failed(words)
        case .waiting, .uploading, .registered: .arrived
        }
    }
}
