// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DeviceSimulator

@Test func `every observer is informed of changes, and a slow one only of the newest`() async throws
{
    let test = try await PhoneUnderTest()
    var fast = test.phone.changes().makeAsyncIterator()
    var slow = test.phone.changes().makeAsyncIterator()
    let start = try #require(await fast.next())
    for number in 1...3 {
        _ = await test.phone.receive(try test.push(alertJSON, number: UInt8(number)))
        let count = try #require(await fast.next())
        #expect(count > start)
    }
    #expect(await slow.next() == test.phone.changeCount)
}
