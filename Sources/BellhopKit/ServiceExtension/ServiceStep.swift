// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// One thing that the service extension does to a notification before it is shown.
///
/// A step may throw, hang, ignore that it was cancelled, or finish too late: the notification is
/// then shown as the steps before it left it, and the steps after it run all the same.
public protocol ServiceStep: Sendable {
    /// Two steps of one list have different names.
    var name: ServiceStepName { get }
    /// How long it may take, ``ServiceTime/step`` unless told otherwise. When all steps together
    /// ask for more than ``ServiceTime/total``, each gets less.
    var timeLimit: Duration { get }

    /// Changes the notification.
    ///
    /// - Throws: any error; what the step changed since ``NotificationDraft/keep()`` is forgotten.
    func run(on draft: NotificationDraft) async throws
}

extension ServiceStep {
    public var timeLimit: Duration { ServiceTime.step }
}

/// The name of a step, by which others are put before or after it.
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
    /// Puts a step before another; at the end when that one is not in the list.
    public mutating func insert(_ step: any ServiceStep, before name: ServiceStepName) {
        insert(step, at: firstIndex { $0.name == name } ?? endIndex)
    }

    /// Puts a step after another; at the end when that one is not in the list.
    public mutating func insert(_ step: any ServiceStep, after name: ServiceStepName) {
        insert(step, at: firstIndex { $0.name == name }.map { $0 + 1 } ?? endIndex)
    }

    /// Puts a step in the place of another; at the end when that one is not in the list.
    public mutating func replace(_ name: ServiceStepName, with step: any ServiceStep) {
        guard let index = firstIndex(where: { $0.name == name }) else { return append(step) }
        self[index] = step
    }

    /// Leaves a step out.
    public mutating func remove(_ name: ServiceStepName) { removeAll { $0.name == name } }
}

/// Why a step did nothing, for a log of the app's.
public struct ServiceStepFailure: Sendable, CustomStringConvertible {
    public enum Reason: Sendable {
        case threw(any Error)
        /// It did not finish within its share of the time.
        case overran(Duration)
    }

    public let step: ServiceStepName
    public let reason: Reason

    /// One line without texts of the notification; an error of the app's speaks for itself.
    public var description: String {
        switch reason {
        case .threw(let error): "service extension, step \(step.rawValue): \(error)"
        case .overran(let limit):
            "service extension, step \(step.rawValue): not finished within "
                + "\(limit), left out; "
                + "do less in it or give it a longer timeLimit"
        }
    }
}
