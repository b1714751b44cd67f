// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A step that the app defines with a closure.
public struct OwnStep: ServiceStep {
    public let name: ServiceStepName
    public let timeLimit: Duration
    private let body: @Sendable (NotificationDraft) async throws -> Void

    public init(
        _ name: ServiceStepName, timeLimit: Duration = ServiceTime.step,
        run body: @escaping @Sendable (NotificationDraft) async throws -> Void
    ) {
        self.name = name
        self.timeLimit = timeLimit
        self.body = body
    }

    public func run(on draft: NotificationDraft) async throws { try await body(draft) }
}
