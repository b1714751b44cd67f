// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The seeds of the walks; `make test-long` uses many more.
private let walks: ClosedRange<UInt64> =
    1...(ProcessInfo.processInfo.environment["BELLHOP_LONG"] == nil ? 40 : 2000)
private let stepCount = 120
/// The phone is encoded and decoded only once in this many steps, because encoding is slow.
private let codingInterval = 30

/// Performs a whole walk and returns its decisions.
private func walk(seed: UInt64) throws -> [String] {
    var walk = try PhoneWalk(seed: seed)
    for step in 1...stepCount {
        try walk.step()
        if step.isMultiple(of: codingInterval) { try walk.checkCoding() }
    }
    return walk.trace
}

@Test(arguments: walks)
func `SIL-7, LCL-12, NSE-9, BDG-1, ID-1, AUTH-23, AUTH-1: rules hold after random events`(
    seed: UInt64
) throws {
    let trace = try walk(seed: seed)
    #expect(trace.count > stepCount / 4)
}

@Test(arguments: [3, 17, 40] as [UInt64])
func `the same seed gives the same trace of a phone, and another seed a different one`(seed: UInt64)
    throws
{
    #expect(try walk(seed: seed) == walk(seed: seed))
    #expect(try walk(seed: seed) != walk(seed: seed + 1))
}

/// A walk must notice when an invariant is violated.
@Test func `a violated invariant is reported with the seed and the step`() throws {
    var walk = try PhoneWalk(seed: 5)
    for _ in 0..<20 { try walk.step() }
    walk.device.apps[0].badge = 77
    let error = #expect(throws: PhoneWalk.Broken.self) {
        try walk.checkState(before: walk.device)
    }
    let phrase = try #require(error).description
    #expect(phrase.contains("seed 5, step ") && phrase.contains("the badge is 77"))
}
