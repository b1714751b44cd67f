// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import SQLCore

/// What an app has reported about its permission, as one number that an index groups by. The bits
/// are stored and never change.
struct PermissionBits: Hashable, Sendable {
    /// The three lowest bits: the state of the last report; 0 if the app has reported none.
    private static let stateMask: Int64 = 7
    /// The system has asked the person.
    static let asked: Int64 = 8
    /// The app has shown its own explanation.
    static let softAsked: Int64 = 16
    /// The person has said "Not now" to the app's own explanation.
    static let softDeclined: Int64 = 32
    /// The app had provisional permission.
    static let provisional: Int64 = 64
    /// The bits that stay once they are set.
    static let kept = asked | softAsked | softDeclined | provisional

    let value: Int64

    init(value: Int64) { self.value = value }

    /// Makes the bits of one report, without those that are kept from earlier reports.
    init(_ permission: PermissionSnapshot?, _ asks: PermissionAsks?) {
        var value: Int64 = 0
        if let authorization = permission?.authorization {
            value = Self.number(of: authorization)
            // The permission gets one of these states only after the system has asked the person,
            // or when the person changes it in Settings.
            if [.authorized, .denied].contains(authorization) { value |= Self.asked }
            if authorization == .provisional { value |= Self.provisional }
        }
        if let asks {
            if asks.prompted > 0 { value |= Self.asked }
            if asks.explained > 0 { value |= Self.softAsked }
            if asks.declined > 0 { value |= Self.softDeclined }
        }
        self.value = value
    }

    func has(_ bit: Int64) -> Bool { value & bit != 0 }

    /// The state of the last report; `nil` if the app has reported none.
    var authorization: PermissionSnapshot.Authorization? {
        PermissionSnapshot.Authorization.allCases.first {
            Self.number(of: $0) == value & Self.stateMask
        }
    }

    /// Whether the last report of an `installation i` was that the permission is denied.
    static let isDenied: SQL =
        "i.permission_bits & \(text: "\(stateMask)") = \(text: "\(number(of: .denied))")"

    /// Returns every value that the bits can have if the last report was one of these states, so
    /// that an index finds the installations with these states.
    static func values(_ states: [PermissionSnapshot.Authorization]) -> [Int64] {
        let earlier = (0...kept).filter { $0 & ~kept == 0 }
        return states.flatMap { state in earlier.map { $0 | number(of: state) } }
    }

    private static func number(of authorization: PermissionSnapshot.Authorization) -> Int64 {
        switch authorization {
        case .notDetermined: 1
        case .denied: 2
        case .authorized: 3
        case .provisional: 4
        case .ephemeral: 5
        }
    }
}
