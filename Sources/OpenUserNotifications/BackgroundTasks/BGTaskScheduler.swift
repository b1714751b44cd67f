// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Dispatch
public import Foundation

/// The object with which an app schedules background tasks. Available since iOS 13.0.
///
/// Proof for `@unchecked Sendable`: the only stored property is a `let` of a `Sendable` type.
public class BGTaskScheduler: NSObject, @unchecked Sendable {
    let app: any PhoneServices

    package init(app: any PhoneServices) {
        self.app = app
        super.init()
    }

    /// The scheduler of the app whose code is running.
    public class var shared: BGTaskScheduler { PhoneContext.current.taskScheduler }

    /// Registers the handler for a task. The app must call this method while it launches.
    ///
    /// - Returns: `false` for an identifier that the Info.plist does not permit, that already has a
    ///   handler, or that is registered after the launch.
    @discardableResult
    public func register(
        forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
        launchHandler: @escaping (BGTask) -> Void
    ) -> Bool {
        app.registerTask(identifier, LaunchHandler(launchHandler))
    }

    /// Submits a request, which replaces any request with the same identifier.
    ///
    /// - Throws: ``BGTaskScheduler/Error``.
    public func submit(_ taskRequest: BGTaskRequest) throws { try app.submit(taskRequest) }

    /// Cancels a request.
    public func cancel(taskRequestWithIdentifier identifier: String) {
        app.cancelTaskRequest(identifier)
    }

    /// Cancels all requests.
    public func cancelAllTaskRequests() { app.cancelTaskRequest(nil) }

    /// Calls the completion handler with the requests that have not run yet.
    public func getPendingTaskRequests(
        completionHandler: @escaping @Sendable ([BGTaskRequest]) -> Void
    ) {
        let requests = app.pendingTaskRequests
        app.complete { completionHandler(requests) }
    }

    /// Returns the requests that have not run yet.
    public func pendingTaskRequests() async -> [BGTaskRequest] { app.pendingTaskRequests }
}
