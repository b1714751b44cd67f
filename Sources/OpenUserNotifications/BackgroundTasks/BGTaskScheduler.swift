// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Dispatch
public import Foundation

/// Where an app asks to run in the background. Apple: since iOS 13.0.
///
/// Proof for `@unchecked Sendable`: the only stored property is a `let` of a `Sendable` type.
public class BGTaskScheduler: NSObject, @unchecked Sendable {
    let app: any PhoneServices

    package init(app: any PhoneServices) {
        self.app = app
        super.init()
    }

    /// The scheduler of the app whose code runs.
    public class var shared: BGTaskScheduler { PhoneContext.current.taskScheduler }

    /// Says what runs for a task; only while the app launches.
    ///
    /// - Returns: false for an identifier that the Info.plist does not permit, or one that has a
    ///   handler already.
    @discardableResult
    public func register(
        forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
        launchHandler: @escaping (BGTask) -> Void
    ) -> Bool {
        app.registerTask(identifier, LaunchHandler(launchHandler))
    }

    /// Asks for a task; a request with the same identifier is replaced.
    ///
    /// - Throws: ``BGTaskScheduler/Error``.
    public func submit(_ taskRequest: BGTaskRequest) throws { try app.submit(taskRequest) }

    /// Takes a request back.
    public func cancel(taskRequestWithIdentifier identifier: String) {
        app.cancelTaskRequest(identifier)
    }

    /// Takes all requests back.
    public func cancelAllTaskRequests() { app.cancelTaskRequest(nil) }

    /// Hands over the requests that did not run yet.
    public func getPendingTaskRequests(
        completionHandler: @escaping @Sendable ([BGTaskRequest]) -> Void
    ) {
        let requests = app.pendingTaskRequests
        app.answer { completionHandler(requests) }
    }

    /// The requests that did not run yet.
    public func pendingTaskRequests() async -> [BGTaskRequest] { app.pendingTaskRequests }
}
