// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A step that changes a notification in the service extension before it is shown.
///
/// A step may throw, hang, ignore its cancellation or finish too late: the notification is then
/// shown as the previous steps left it, and the following steps still run.
public protocol ServiceStep: Sendable {
    /// The step's name, unique within a list of steps.
    var name: ServiceStepName { get }
    /// The maximum duration, ``ServiceTime/step`` by default. When the limits of all steps add up
    /// to more than ``ServiceTime/total``, each is reduced.
    var timeLimit: Duration { get }

    /// Changes the notification.
    ///
    /// - Throws: any error; the step's changes since ``NotificationDraft/keep()`` are discarded.
    func run(on draft: NotificationDraft) async throws
}

extension ServiceStep {
    public var timeLimit: Duration { ServiceTime.step }
}

/// The name of a step. Other steps can be inserted before or after it by this name.
public struct ServiceStepName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }

    public static let decrypt: Self = "decrypt"
    public static let localize: Self = "localize"
    public static let media: Self = "media"
    public static let communication: Self = "communication"
    public static let badge: Self = "badge"
    public static let receipt: Self = "receipt"
}

extension [any ServiceStep] {
    /// Inserts a step before the step with a name, or at the end when the list does not have that
    /// name.
    public mutating func insert(_ step: any ServiceStep, before name: ServiceStepName) {
        insert(step, at: firstIndex { $0.name == name } ?? endIndex)
    }

    /// Inserts a step after the step with a name, or at the end when the list does not have that
    /// name.
    public mutating func insert(_ step: any ServiceStep, after name: ServiceStepName) {
        insert(step, at: firstIndex { $0.name == name }.map { $0 + 1 } ?? endIndex)
    }

    /// Replaces the named step; appends the new step when the list does not have that name.
    public mutating func replace(_ name: ServiceStepName, with step: any ServiceStep) {
        guard let index = firstIndex(where: { $0.name == name }) else { return append(step) }
        self[index] = step
    }

    /// Removes a step.
    public mutating func remove(_ name: ServiceStepName) { removeAll { $0.name == name } }
}

/// The reason why a step failed, for the app's log.
public struct ServiceStepFailure: Sendable, CustomStringConvertible {
    public enum Reason: Sendable {
        case threw(any Error)
        /// The step did not finish within its share of the time.
        case overran(Duration)
    }

    public let step: ServiceStepName
    public let reason: Reason

    /// A description in one line, without texts of the notification. An error whose type the app
    /// defines is shown with its own description.
    public var description: String {
        switch reason {
        case .threw(let error): "service extension, step \(step.rawValue): \(error)"
        case .overran(let limit):
            "service extension, step \(step.rawValue): it did not finish within \(limit) and was "
                + "skipped. Do less work in it, or set a longer timeLimit."
        }
    }
}
