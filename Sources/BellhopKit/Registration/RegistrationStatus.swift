// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Where registering stands, for a settings screen or a log.
public enum RegistrationStatus: Hashable, Sendable {
    /// The system has not answered with a token yet; without a network it takes until there is one
    /// (rule `REG-12`).
    case waitingForToken
    /// Something is to be told to the server, which happens at this time at the earliest.
    case waiting(until: Date)
    case uploading
    /// The server knows how to reach this installation, since this moment.
    case registered(at: Date)
    /// It did not work. The next try is at `next`; without one, when something changes, the app
    /// becomes active or is launched.
    case failed(String, next: Date?)
}

extension RegistrationStatus: CustomStringConvertible {
    public var description: String {
        switch self {
        case .waitingForToken: "waiting for the system's token"
        case .waiting(let date): "uploading at \(date.formatted(.iso8601))"
        case .uploading: "uploading"
        case .registered(let date): "registered at \(date.formatted(.iso8601))"
        case .failed(let why, nil): "failed: \(why)"
        case .failed(let why, let next?): "failed: \(why); next try at \(next.formatted(.iso8601))"
        }
    }
}
