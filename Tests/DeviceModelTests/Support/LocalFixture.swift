// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Requests for the app of ``PhoneFixture``.
extension PhoneFixture {
    static func localRequest(
        _ id: String, _ trigger: NotificationTrigger? = nil, body: NotificationText = "Hi"
    ) -> NotificationRequest {
        NotificationRequest(id: id, content: NotificationContent(body: body), trigger: trigger)
    }

    @discardableResult
    mutating func schedule(
        _ id: String, _ trigger: NotificationTrigger? = nil, after seconds: Double = 0
    ) throws -> Incoming? {
        try device.add(
            Self.localRequest(id, trigger), of: Self.bundleID, at: Self.now + seconds)
    }

    /// The requests that fire within this many seconds after ``now``, each at its time.
    mutating func fired(until seconds: Double, countMax: Int = 1000) -> [Firing] {
        var firings: [Firing] = []
        while let date = device.nextDueDate, date <= Self.now + seconds, firings.count < countMax {
            guard case .arrival(.local(let request, _)) = device.takeDue(at: date) else { break }
            firings.append(Firing(request.id, date.timeIntervalSince(Self.now)))
        }
        return firings
    }

    var pendingIDs: [String] { device.pendingRequests(of: Self.bundleID).map(\.id) }
}

/// A request that fired, and the number of seconds between ``PhoneFixture/now`` and the firing.
struct Firing: Hashable, CustomStringConvertible {
    let id: String
    let seconds: Double

    init(_ id: String, _ seconds: Double) {
        self.id = id
        self.seconds = seconds
    }

    var description: String { "\(id) at \(seconds) s" }
}

/// The instant of a local time, from numbers, so that no text has to be parsed.
func instant(
    _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0,
    offset hours: Double = 0
) throws -> Date {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    let parts = DateComponents(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    return try #require(calendar.date(from: parts)) - hours * 3600
}
