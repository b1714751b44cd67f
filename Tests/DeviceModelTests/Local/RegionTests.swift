// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
private let id = PhoneFixture.bundleID
private let centre = Coordinate(latitude: 52.52, longitude: 13.405)
/// The location this many metres north of the centre.
private func away(_ metres: Double) -> Coordinate {
    Coordinate(latitude: centre.latitude + metres / 111_195, longitude: centre.longitude)
}

private func region(_ name: String = "r", entry: Bool = true, exit: Bool = true) -> Region {
    Region(
        id: name, centre: centre, radius: 100, notifiesOnEntry: entry, notifiesOnExit: exit)
}

extension PhoneFixture {
    /// A phone 500 m away from the region, with a request for it.
    fileprivate static func outside(
        _ region: Region, repeats: Bool = true, edit: (inout Device) -> Void = { _ in }
    ) throws -> PhoneFixture {
        var phone = try PhoneFixture()
        phone.device.location = away(500)
        edit(&phone.device)
        try phone.schedule("place", .location(region, repeats: repeats))
        return phone
    }

    fileprivate mutating func move(_ metres: Double?, after seconds: Double) throws {
        device = try device.performing(
            .move(to: metres.map { away($0) }), at: Self.now + seconds
        ).device
    }
}

@Test(arguments: [
    (0.0, 0.0, 0.0, 0.0, 0.0), (0, 0, 0, 180, 20_015_114.4),
    (52.52, 13.405, 48.8566, 2.3522, 877_463),
    (90, 0, -90, 0, 20_015_114.4), (0, 179.5, 0, -179.5, 111_195),
])
func `LCL-15: distances are great-circle distances`(
    latitude: Double, longitude: Double, otherLatitude: Double, otherLongitude: Double,
    metres: Double
) {
    let here = Coordinate(latitude: latitude, longitude: longitude)
    let there = Coordinate(latitude: otherLatitude, longitude: otherLongitude)
    #expect(abs(here.metres(to: there) - metres) <= metres / 1000)
    #expect(abs(here.metres(to: there) - there.metres(to: here)) < 0.001)
}

@Test(arguments: [
    (true, true, [Firing("place", 120), Firing("place", 320)]),
    (true, false, [Firing("place", 120)]), (false, true, [Firing("place", 320)]),
    (false, false, []),
])
func `LCL-14: a request fires on entry, on exit or on both, as its region specifies`(
    entry: Bool, exit: Bool, firings: [Firing]
) throws {
    var phone = try PhoneFixture.outside(region(entry: entry, exit: exit))
    try phone.move(50, after: 100)
    var all = phone.fired(until: 300)
    try phone.move(500, after: 300)
    all += phone.fired(until: 1000)
    #expect(all == firings)
    #expect(phone.pendingIDs == ["place"])
}

@Test func `LCL-14: a request that does not repeat fires at the first crossing that it specifies`()
    throws
{
    var phone = try PhoneFixture.outside(region(entry: false), repeats: false)
    try phone.move(50, after: 100)
    #expect(phone.fired(until: 300).isEmpty)
    try phone.move(500, after: 300)
    #expect(phone.fired(until: 400) == [Firing("place", 320)])
    #expect(phone.pendingIDs.isEmpty)
    try phone.move(50, after: 500)
    #expect(phone.device.nextDueDate == nil)
}

@Test func `LCL-14: being inside already is not a crossing`() throws {
    var phone = try PhoneFixture.outside(region()) { $0.location = away(10) }
    try phone.move(20, after: 100)
    #expect(phone.device.nextDueDate == nil)
    // The first known location is not a crossing, either.
    phone = try PhoneFixture.outside(region()) { $0.location = nil }
    try phone.move(20, after: 100)
    #expect(phone.device.nextDueDate == nil)
    try phone.move(200, after: 200)
    #expect(phone.fired(until: 300) == [Firing("place", 220)])
}

@Test
func `LCL-15: a crossing counts after the phone has stayed across the boundary for 20 seconds`()
    throws
{
    var phone = try PhoneFixture.outside(region())
    try phone.move(50, after: 100)
    #expect(phone.device.nextDueDate == PhoneFixture.now + 120)
    #expect(phone.device.takeDue(at: PhoneFixture.now + 119) == nil)
    // The crossing is canceled if the phone leaves before it counts, or if the location is unknown.
    try phone.move(500, after: 119)
    #expect(phone.device.nextDueDate == nil)
    try phone.move(50, after: 200)
    try phone.move(60, after: 210)
    #expect(phone.device.nextDueDate == PhoneFixture.now + 220)
    try phone.move(nil, after: 215)
    #expect(phone.device.nextDueDate == nil)
    try phone.move(50, after: 300)
    phone.device.choices.regionDwellSeconds = 0
    #expect(phone.fired(until: 300) == [Firing("place", 300)])
}

@Test func `LCL-15: an exit that is not reported must also last for a while to count`() throws {
    var phone = try PhoneFixture.outside(region(exit: false)) { $0.location = away(10) }
    try phone.move(10, after: 1)
    try phone.move(500, after: 100)
    try phone.move(10, after: 110)
    #expect(phone.device.nextDueDate == nil)
    try phone.move(500, after: 200)
    try phone.move(10, after: 230)
    #expect(phone.fired(until: 300) == [Firing("place", 250)])
}

@Test func `LCL-15: a movement within the margin does not count as a crossing`() throws {
    var phone = try PhoneFixture.outside(region()) { $0.choices.regionMarginMetres = 30 }
    for metres in [90.0, 71, 129] {
        try phone.move(metres, after: 10)
        #expect(phone.device.nextDueDate == nil)
    }
    try phone.move(69, after: 100)
    #expect(phone.fired(until: 200) == [Firing("place", 120)])
    try phone.move(129, after: 200)
    #expect(phone.device.nextDueDate == nil)
    try phone.move(131, after: 300)
    #expect(phone.fired(until: 400) == [Firing("place", 320)])
}

@Test(arguments: [
    (AppCapabilities.LocationAccess.none, false), (.once, false), (.whenInUse, true),
    (.always, true),
])
func `LCL-13: regions need access to the location; While Using the App is enough`(
    access: AppCapabilities.LocationAccess, fires: Bool
) throws {
    var phone = try PhoneFixture.outside(region())
    try phone.perform(.setLocationAccess(bundleID: id, access))
    try phone.move(50, after: 100)
    #expect(phone.fired(until: 200).isEmpty != fires)
    // The result is the same if the access changes after the crossing but before it counts.
    phone = try PhoneFixture.outside(region())
    try phone.move(50, after: 100)
    try phone.perform(.setLocationAccess(bundleID: id, access))
    #expect(phone.fired(until: 200).isEmpty != fires)
}

@Test func `LCL-13: access that was allowed once ends when the app leaves the screen`() throws {
    var phone = try PhoneFixture.outside(region())
    try phone.perform(.launch(bundleID: id))
    try phone.perform(.setLocationAccess(bundleID: id, .once))
    try phone.move(50, after: 100)
    #expect(phone.fired(until: 200) == [Firing("place", 120)])
    try phone.move(500, after: 200)
    try phone.perform(.sendToBackground(bundleID: id))
    #expect(try phone.app.capabilities.locationAccess == .none)
    try phone.perform(.launch(bundleID: id))
    #expect(phone.device.nextDueDate == nil)
}

@Test func `LCL-13: access that was allowed once also ends with the process`() throws {
    var phone = try PhoneFixture.outside(region())
    try phone.perform(.launch(bundleID: id))
    try phone.perform(.setLocationAccess(bundleID: id, .once))
    try phone.perform(.terminate(bundleID: id))
    #expect(try phone.app.capabilities.locationAccess == .none)
}

@Test(arguments: [(100.0, true, true), (100, false, false), (5000, false, true)])
func `LCL-13: a small region needs precise location`(
    radius: Double, isPrecise: Bool, fires: Bool
) throws {
    var wide = region()
    wide.radius = radius
    var phone = try PhoneFixture.outside(wide) { device in
        device[id]?.capabilities.isLocationPrecise = isPrecise
        device.location = away(9000)
    }
    try phone.move(50, after: 100)
    #expect(phone.fired(until: 200).isEmpty != fires)
}

@Test func `LCL-16: the phone monitors the first 20 regions of an app`() throws {
    var phone = try PhoneFixture()
    phone.device.location = away(500)
    for number in 1...22 {
        try phone.schedule("\(number)", .location(region("\(number)"), repeats: false))
    }
    try phone.move(50, after: 100)
    #expect(phone.fired(until: 200).map(\.id) == (1...20).map { "\($0)" })
    // Then the regions that waited are monitored, starting from the phone's current location.
    #expect(phone.pendingIDs == ["21", "22"])
    try phone.move(500, after: 300)
    #expect(phone.fired(until: 400).map(\.id) == ["21", "22"])
}

@Test func `LCL-17: after a restart, regions are monitored only after the first unlock`() throws {
    var phone = try PhoneFixture.outside(region())
    try phone.move(400, after: 1)
    try phone.perform(.reboot)
    try phone.move(50, after: 100)
    #expect(phone.device.nextDueDate == nil)
    phone.device = try phone.device.performing(.unlock, at: PhoneFixture.now + 200).device
    #expect(phone.fired(until: 300) == [Firing("place", 220)])
}

@Test func `a removed region request does not fire`() throws {
    var phone = try PhoneFixture.outside(region())
    try phone.move(50, after: 100)
    phone.device.removePending(["place"], of: id)
    #expect(phone.device.nextDueDate == nil)
    try phone.schedule("place", .location(region(), repeats: true), after: 101)
    #expect(phone.device.nextDueDate == nil)
}

@Test(arguments: [Double.nan, .infinity, 1e300])
func `an invalid location does not count as crossing a boundary`(latitude: Double) throws {
    var phone = try PhoneFixture.outside(region())
    try phone.move(500, after: 1)
    try phone.perform(.move(to: Coordinate(latitude: latitude, longitude: 0)))
    #expect(phone.device.nextDueDate == nil)
}

@Test func `LCL-11: a phone that is encoded and decoded fires the same requests`() throws {
    var phone = try PhoneFixture.outside(region())
    try phone.schedule("dated", .calendar(DateMatch(hour: 9), repeats: true))
    try phone.move(50, after: 100)
    let data = try JSONEncoder().encode(phone.device)
    var copy = phone
    copy.device = try JSONDecoder().decode(Device.self, from: data)
    #expect(copy.device == phone.device)
    #expect(copy.fired(until: 90_000) == phone.fired(until: 90_000))
}
