// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Simulation
import Testing

@Test func `an observer that ends is removed`() async throws {
    let signal = ChangeSignal()
    let reader = Task {
        for await _ in signal.stream() {}
    }
    while signal.observerCount == 0 { await Task.yield() }
    reader.cancel()
    _ = await reader.result
    #expect(signal.observerCount == 0)
}

@Test func `one observer too many gets a stream that ends`() async {
    let signal = ChangeSignal()
    let streams = (0..<ChangeSignal.observerCountMax).map { _ in signal.stream() }
    var last = signal.stream().makeAsyncIterator()
    #expect(await last.next() == nil)
    #expect(signal.observerCount == streams.count)
}
