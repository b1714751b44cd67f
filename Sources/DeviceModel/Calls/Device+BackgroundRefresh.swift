// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Calls of app code about background app refresh.
extension Device {
    /// The maximum number of pending refresh requests of an app. Apple documents that there can be
    /// one refresh task and ten processing tasks at any time (`BGTaskScheduler.submit(_:)`).
    static let refreshRequestCountMax = 1

    /// Submits a request for background app refresh; the request replaces any pending request with
    /// the same identifier. Source: `BGTaskScheduler.submit(_:)`.
    ///
    /// - Throws: `unavailable` when Background App Refresh is off, and always on a Simulator;
    ///   `notPermitted` without the `fetch` background mode, or when
    ///   `BGTaskSchedulerPermittedIdentifiers` lacks the identifier; `tooManyPendingTaskRequests`
    ///   when another request is pending.
    public mutating func submitRefresh(
        _ request: RefreshRequest, of bundleID: String, at now: Date
    ) throws(RefreshFailure) {
        guard let app = self[bundleID], app.capabilities.fetchBackgroundMode,
            app.capabilities.taskIdentifiers.contains(request.id)
        else { throw .notPermitted }
        guard kind == .phone, app.backgroundRefreshEnabled, backgroundRefreshEnabled else {
            throw .unavailable
        }
        var requests = app.refreshRequests.filter { $0.id != request.id }
        guard requests.count < Self.refreshRequestCountMax else {
            throw .tooManyPendingTaskRequests
        }
        var request = request
        request.submittedAt = now
        requests.append(request)
        self[bundleID]?.refreshRequests = requests
    }

    /// Cancels a request; if `id` is `nil`, cancels all requests.
    public mutating func cancelRefresh(_ id: String?, of bundleID: String) {
        self[bundleID]?.refreshRequests.removeAll { id == nil || $0.id == id }
    }

    /// Returns the reason why background app refresh of an app is not possible now; `nil` if it is
    /// possible.
    func refreshObstacle(of app: InstalledApp) -> Impossibility? {
        switch app.state {
        case .forceQuit: .forceQuit
        case _ where !app.backgroundRefreshEnabled || !backgroundRefreshEnabled: .refreshIsOff
        case _ where isLowPower: .lowPower
        default: nil
        }
    }
}

/// The reason why a request for a background task is rejected. The cases are those of
/// `BGTaskScheduler.Error.Code`.
public enum RefreshFailure: Int, Error, Hashable, Sendable {
    /// Background refresh is off, or the caller is an extension that may not submit requests.
    case unavailable = 1
    case tooManyPendingTaskRequests = 2
    /// The background mode or the identifier's declaration is missing.
    case notPermitted = 3
}

extension DueSource {
    /// The source of the events that run background app refresh. The system starts a run some time
    /// after the app's request, not before the request's earliest date, and never while the app is
    /// in the foreground.
    static let backgroundRefresh = DueSource(
        next: { device in device.nextRefresh?.date },
        take: { device, now in
            guard let next = device.nextRefresh, next.date <= now else { return nil }
            var outcome = ActionOutcome(device: device, at: now)
            outcome.run(next.request, of: next.bundleID)
            device = outcome.device
            return .outcome(outcome)
        })
}

extension Device {
    fileprivate var nextRefresh: (date: Date, bundleID: String, request: RefreshRequest)? {
        guard choices.backgroundRefreshMinutes > 0 else { return nil }
        let wait = Double(choices.backgroundRefreshMinutes) * 60
        var next: (date: Date, bundleID: String, request: RefreshRequest)?
        for app in apps {
            guard let request = app.refreshRequests.first,
                effectiveState(of: app) != .foreground, refreshObstacle(of: app) == nil
            else { continue }
            let asked = request.submittedAt?.addingTimeInterval(wait)
            let date = [asked, request.earliest].compactMap { $0 }.max() ?? .distantPast
            if date < (next?.date ?? .distantFuture) { next = (date, app.bundleID, request) }
        }
        return next
    }
}
