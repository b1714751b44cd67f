// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The status of the registration, for a settings screen or a log.
public enum RegistrationStatus: Hashable, Sendable {
    /// The system has not provided a token yet. If there is no network, the token arrives once
    /// there is a network again (rule `REG-12`).
    case waitingForToken
    /// Changes have to be sent to the server. The date is the earliest time for that.
    case waiting(until: Date)
    case uploading
    /// The server has known how to reach this installation since this time.
    case registered(at: Date)
    /// The registration failed. The next try is at `next`. If `next` is `nil`, the next try is when
    /// something changes, the app becomes active or the app is launched.
    case failed(String, next: Date?)
}

extension RegistrationStatus: CustomStringConvertible {
    public var description: String {
        switch self {
        case .waitingForToken: "waiting for the system to provide a token"
        case .waiting(let date): "upload planned at \(date.formatted(.iso8601))"
        case .uploading: "uploading"
        case .registered(let date): "registered at \(date.formatted(.iso8601))"
        case .failed(let why, nil): "failed: \(why)"
        case .failed(let why, let next?):
            "failed (next try at \(next.formatted(.iso8601))): \(why)"
        }
    }
}
