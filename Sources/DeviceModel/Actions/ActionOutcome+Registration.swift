// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// Actions that change tokens and the connection to APNs.
extension ActionOutcome {
    /// Restores a backup onto this phone after its system was reinstalled, or onto another phone:
    /// every token becomes invalid, and each app gets a new token when it registers (`REG-5`). The
    /// backup also restores permissions, notification requests and badges.
    mutating func restoreFromBackup() {
        for app in device.apps {
            forgetTokens(of: app.bundleID, because: .restored)
            device[app.bundleID]?.delivered.removeAll()
        }
        switchOffAndOn()
        cite("REG-5")
    }

    /// Replaces an app's tokens. A running app receives the new tokens without registering again
    /// (`REG-8`).
    mutating func rotateToken(_ bundleID: String) throws(DeviceActionError) {
        _ = try app(bundleID)
        forgetTokens(of: bundleID, because: .replaced)
        linkOrders.append(.registerMissing)
        cite("REG-8")
    }

    mutating func setOnline(_ isOnline: Bool) {
        device.isOnline = isOnline
        reachAPNs()
    }

    mutating func setAPNsBlocked(_ isBlocked: Bool) {
        device.isAPNsBlocked = isBlocked
        reachAPNs()
    }

    /// Informs APNs whether the phone can be reached now.
    private mutating func reachAPNs() {
        let isReachable = device.isOnline && !device.isAPNsBlocked
        linkOrders.append(.setOnline(isReachable))
        if isReachable { linkOrders.append(.registerMissing) }
    }

    /// Revokes the tokens of an app and of its Live Activities. Requests new activity tokens
    /// immediately, because apps do not request them at their next launch.
    private mutating func forgetTokens(of bundleID: String, because end: TokenEnd) {
        guard var app = device[bundleID] else { return }
        var dead = TokenFamily.allCases.compactMap { app.tokens[$0] }
        dead += app.startTokens.sorted { $0.key < $1.key }.map(\.value)
        let attributesTypes = app.startTokens.keys.sorted()
        if app.state.isInMemory { app.lostTokens.formUnion(app.tokens.keys) }
        app.tokens = [:]
        app.startTokens = [:]
        device[bundleID] = app
        var activityIDs: [String] = []
        for index in device.activities.indices where device.activities[index].bundleID == bundleID {
            guard let token = device.activities[index].token else { continue }
            dead.append(token)
            device.activities[index].token = nil
            if device.activities[index].isLive { activityIDs.append(device.activities[index].id) }
        }
        if !dead.isEmpty { linkOrders.append(.revoke(dead, because: end)) }
        linkOrders += activityIDs.map { .registerActivity(id: $0) }
        linkOrders += attributesTypes.map {
            .registerActivityStart(bundleID: bundleID, attributesType: $0)
        }
    }
}
