// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import UserNotificationsShim

extension PushCenter {
    /// Connects the parts to each other, on every system.
    func startParts() {
        permission.onChange = { [registration] in registration.permission = $0 }
        permission.onAsk = { [registration] in registration.asks = $0 == .init() ? nil : $0 }
        let asks = permission.history.asks
        if asks != .init() { registration.asks = asks }
        badge.onSet = { [registration] in registration.didSetBadge($0) }
        registration.onConfirm = { [weak self] in self?.run { await $0.topics.flush() } }
        whenActive { [topics] in await topics.flush() }
        permission.openSettingsFor = configuration.onOpenSettings
        makeKey()
        whenActive { [weak self] in
            // Before the phone's first unlock, the key could not be read.
            if self?.registration.encryptionKey == nil { self?.makeKey() }
        }
        check.categoryProblems = CategoryCheck(configuration.categories).findings
            .map(\.description)
        whenReceived { [weak self] message in
            self?.receipts.record(.delivered, message: message)
            if let category = message.payload.category { self?.check.record(category) }
        }
        whenResponded { [receipts] response in receipts.record(response) }
        whenActive { [receipts] in await receipts.flush() }
        whenInBackground { [receipts] in await receipts.flush() }
        #if os(iOS) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
        configuration.liveActivities?(activities)
        #endif
    }

    #if (canImport(UIKit) && !os(watchOS)) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
    /// Starts the parts that follow the life cycle of the app.
    func startParts(_ application: UIApplication) {
        check.start(application)
        permission.start(application)
        registration.start(application)
        let (asked, time) = (context.time.now, context.time)
        check.token = { [registration] in
            registration.status.forSelfCheck(askedFor: time.now.timeIntervalSince(asked))
        }
        schedule.start(application)
        #if os(iOS) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
        if configuration.liveActivities != nil { activities.start(application) }
        #endif
    }
    #endif

    /// Passes this installation's public key to the registration, and makes a key if there is none.
    private func makeKey() {
        guard let encryptionKeys else { return }
        do { registration.encryptionKey = try encryptionKeys.publicKey() } catch {
            configuration.onError?(.noEncryptionKey(error))
        }
    }

    /// Records that a user is signed in; see ``PushRegistration/signIn(_:proof:)``.
    public func signIn(_ user: String, proof: String? = nil) {
        // The server ends the subscriptions of the previous user.
        if let previous = registration.user, previous != user { topics.forget() }
        registration.signIn(user, proof: proof)
    }

    /// Signs the user out: the server is informed, and none of the user's data stays on the phone
    /// for the next user. Notifications, scheduled local notifications, the badge and Live
    /// Activities are removed, and messages sealed for the user can no longer be opened.
    public func signOut() async {
        // The most urgent step comes first, because the app may be terminated at any time.
        registration.signOut()
        topics.forget()
        forgetKey()
        center.removeAllDeliveredNotifications()
        await schedule.cancelAll()
        await badge.clear()
        #if os(iOS) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
        if configuration.liveActivities != nil { await activities.endAll() }
        #endif
    }

    private func forgetKey() {
        guard let encryptionKeys else { return }
        do {
            registration.encryptionKey = try encryptionKeys.rotate(keepingPrevious: false)
        } catch { configuration.onError?(.noEncryptionKey(error)) }
    }

    /// Returns a readable report of the problems in this app on this device. Intended for debug
    /// builds.
    public func selfCheck() async -> SelfCheckReport { await check.run() }
}

extension PushConfiguration {
    /// Returns this configuration with a ``prepare`` that opens a sealed message, and then calls
    /// the app's own ``prepare``.
    func opening(with opener: MessageOpener?) -> PushConfiguration {
        guard let opener else { return self }
        var configuration = self
        configuration.prepare = { [prepare] message in
            let message = try opener.opened(message)
            return try await prepare?(message) ?? message
        }
        return configuration
    }

    /// The capabilities that the app uses, insofar as this configuration shows them.
    var selfCheckNeeds: SelfCheckNeeds {
        var needs = needs
        needs.appGroup = needs.appGroup ?? appGroup
        if let refresh { needs.refreshTasks.insert(refresh.taskID) }
        #if os(iOS) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
        if liveActivities != nil { needs.liveActivities = true }
        #endif
        if badge.source == .counted || encryption != nil { needs.serviceExtension = true }
        return needs
    }
}

extension RegistrationStatus {
    /// - Parameter seconds: how long ago the token was requested from the system.
    func forSelfCheck(askedFor seconds: TimeInterval) -> SelfCheckFacts.Token {
        switch self {
        case .waitingForToken: .waiting(seconds: Int(saturating: max(0, min(seconds, 1e9))))
        case .failed(let why, next: nil): .failed(why)
        case .waiting, .uploading, .registered, .failed: .arrived
        }
    }
}

extension PushReceipts {
    /// Records what the person did with a notification.
    func record(_ response: PushResponse) {
        switch response.choice {
        case .tap: record(.opened, message: response.message)
        case .dismissed: record(.dismissed, message: response.message)
        default:
            record(.action, message: response.message, action: response.action?.rawValue)
        }
    }
}
