// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import UserNotificationsShim

extension PushCenter {
    /// Joins the parts to each other, on every system.
    func startParts() {
        permission.onChange = { [registration] in registration.permission = $0 }
        permission.openSettingsFor = configuration.onOpenSettings
        makeKey()
        whenActive { [weak self] in
            // Before the first unlock there was none to be had.
            if self?.registration.encryptionKey == nil { self?.makeKey() }
        }
        check.categoryFaults = CategoryCheck(configuration.categories).findings
            .map(\.description)
        whenReceived { [weak self] message in
            self?.receipts.record(.delivered, message: message)
            if let category = message.payload.category {
                self?.check.needs.categories.insert(category.rawValue)
            }
        }
        whenAnswered { [receipts] answer in receipts.record(answer) }
        whenActive { [receipts] in await receipts.flush() }
        whenInBackground { [receipts] in await receipts.flush() }
        #if os(iOS) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
        configuration.liveActivities?(activities)
        #endif
    }

    #if (canImport(UIKit) && !os(watchOS)) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
    /// Starts what follows the life of the app.
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

    /// Makes the key for the server, or takes the one that is there.
    private func makeKey() {
        guard let encryptionKeys else { return }
        do { registration.encryptionKey = try encryptionKeys.publicKey() } catch {
            configuration.onFault?(.noEncryptionKey(error))
        }
    }

    /// The person signed out: the server is told, local notifications and Live Activities go, and
    /// messages that are sealed for this key from now on cannot be opened.
    public func signOut() async {
        registration.signOut()
        await schedule.cancelAll()
        await badge.clear()
        #if os(iOS) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
        if configuration.liveActivities != nil { await activities.endAll() }
        #endif
        guard let encryptionKeys else { return }
        do {
            registration.encryptionKey = try encryptionKeys.rotate(keepingPrevious: false)
        } catch { configuration.onFault?(.noEncryptionKey(error)) }
    }

    /// What is wrong in this app on this device, in words. For debug builds.
    public func selfCheck() async -> SelfCheckReport { await check.run() }
}

extension PushConfiguration {
    /// The same, with messages opened before the app's own preparation.
    func opening(with keys: EncryptionKeys?, in context: AppContext) -> PushConfiguration {
        guard keys != nil, let encryption else { return self }
        let opener = encryption.opener(in: context, keys: self.keys, purpose: .reading)
        var configuration = self
        configuration.prepare = { [prepare, keys = self.keys] message in
            var message = message
            if let opened = try await opener.open(message.payload) {
                message.payload = opened.payload(in: message.payload, keys: keys)
            }
            return try await prepare?(message) ?? message
        }
        return configuration
    }

    /// What the app uses, as far as this says it.
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
    /// - Parameter seconds: how long ago the system was asked for the token.
    func forSelfCheck(askedFor seconds: TimeInterval) -> SelfCheckFacts.Token {
        switch self {
        case .waitingForToken: .waiting(seconds: Int(max(0, min(seconds, 1e9))))
        case .failed(let why, next: nil): .failed(why)
        case .waiting, .uploading, .registered, .failed: .arrived
        }
    }
}

extension Receipts {
    /// What the person did with a notification.
    func record(_ answer: PushAnswer) {
        switch answer.choice {
        case .tap: record(.opened, message: answer.message)
        case .dismissed: record(.dismissed, message: answer.message)
        default:
            record(.action, message: answer.message, action: answer.action?.rawValue)
        }
    }
}
