// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Outcomes of actions that make an app run in the background.
extension ActionOutcome {
    /// Wakes an app, or starts it without bringing it to the front; does nothing when the app
    /// already runs. `Device.endBackgroundRun` suspends the app when its code has finished.
    mutating func runInBackground(
        _ bundleID: String, reason: LaunchReason = .background, rule: RuleID? = nil
    ) {
        guard let app = device[bundleID] else { return }
        switch app.state {
        case .foreground, .background: return
        case .suspended: break
        case .terminated, .forceQuit:
            call(.didFinishLaunching, of: bundleID, rule: rule, subject: .launch(reason))
        }
        device[bundleID]?.state = .background
    }

    /// Delivers the pending registration callbacks of an app that runs again (`REG-2`), and
    /// requests the tokens that are still missing from APNs.
    mutating func reportRegistrations(of bundleID: String) {
        guard let pending = device[bundleID]?.pendingRegistrations, !pending.isEmpty else { return }
        for family in TokenFamily.allCases where pending[family] != nil {
            switch device.registrationPlan(of: bundleID, family: family) {
            case .have:
                callbacks += device.reportRegistrations(of: bundleID, family: family, rule: "REG-2")
            case .fail(let failure):
                callbacks += device.failRegistration(failure, of: bundleID, family: family)
            case .ask where !linkOrders.contains(.registerMissing):
                linkOrders.append(.registerMissing)
            case .ask, .wait: break
            }
        }
    }

    /// Runs the app's first background app refresh request (`SIL-8`, `SIL-9`).
    mutating func runBackgroundRefresh(_ bundleID: String) throws(DeviceActionError) {
        let app = try app(bundleID)
        guard let request = app.refreshRequests.first else {
            throw .impossible(bundleID: bundleID, .noRefreshRequest)
        }
        if let obstacle = device.refreshObstacle(of: app) {
            throw .impossible(bundleID: bundleID, obstacle)
        }
        if let earliest = request.earliest, earliest > now {
            throw .impossible(bundleID: bundleID, .refreshIsEarly)
        }
        run(request, of: bundleID)
    }

    /// Runs a background app refresh request and removes it from the pending requests. An app that
    /// wants to run again submits another request.
    mutating func run(_ request: RefreshRequest, of bundleID: String) {
        device[bundleID]?.refreshRequests.removeAll { $0.id == request.id }
        runInBackground(bundleID)
        reportRegistrations(of: bundleID)
        call(.backgroundRefresh, of: bundleID, detail: request.id, subject: .task(request.id))
    }
}
